/* Empty on purpose: lets <features.h> be read with -m32 where only the 64-bit C library is installed. */
