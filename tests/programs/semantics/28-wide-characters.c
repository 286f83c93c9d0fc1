// EXPECT: returns 0
typedef __typeof__(L'x') wchar_t; typedef unsigned short char16_t; typedef unsigned int char32_t;
int main(void){ char s[]="\1" "23"; if (!(sizeof s == 4 && s[0]==1 && s[1]==50)) return 1;
 wchar_t w[] = L"01\x12345z"; if (sizeof w != 20 || w[0] != 48 || w[2] != 0x12345 || w[4]) return 2;
 const char16_t *p = u"\x1234é🍌"; if (p[0] != 0x1234 || p[1] != 0xe9 || p[2] != 0xd83c || p[3] != 0xdf4c || p[4]) return 3;
 const char32_t *q = U"🍌\u00e9"; if (q[0] != 0x1f34c || q[1] != 0xe9) return 4;
 char u[] = u8"猫"; if (sizeof u != 4 || u[0] != (char)0xe7) return 5;
 if (L'4' != 52 || sizeof u'x' != 2 || u'猫' != 0x732b || U'\x1f34c' != 0x1f34c || L'\xffffffff' != -1) return 6;
 if ('\%' != 37 || "\%"[0] != '%' || "\\%"[1] != '%') return 7;
 if (sizeof("a" L"b") != 12) return 8;
 char z[] = "\u00e9"; if (sizeof z != 3 || z[0] != (char)0xc3) return 9;
 if ('\xff' != -1 || '\377' != -1 || 'ab' != 24930) return 10;
 if ('é' != 50089) return 11;
 struct { wchar_t a[4]; char b[3]; } st = { L"ab", "xyz" }; if (st.a[1] != 98 || st.a[2] || st.b[2] != 122) return 12;
 static wchar_t sw[] = L"hé"; static const wchar_t *pw = L"hé"; if (sw[1] != 0xe9 || pw[1] != 0xe9) return 13;
 char esc[] = "\e\"\'\?\a"; if (esc[0] != 27 || esc[1] != 34 || sizeof esc != 6) return 14;
 char sep[] = "\x1" "a" "\" \"" "\12" "3"; if (sizeof sep != 8 || sep[1] != 97 || sep[3] != ' ' || sep[5] != 10 || sep[6] != 51) return 15;
 return 0; }
