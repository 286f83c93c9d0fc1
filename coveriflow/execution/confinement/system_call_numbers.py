"""The numbers of Linux's system calls: ``name:x86_64:i386:aarch64``, ``-`` where a machine has no such call.

They are part of the kernel's interface and never change. What stands in no group is a call that is not needed here, or
one that is newer than this list.
"""

from __future__ import annotations

HARMLESS = """
    read:0:3:63 write:1:4:64 open:2:5:- openat:257:295:56 close:3:6:57 stat:4:106:- fstat:5:108:80 lstat:6:107:-
    newfstatat:262:-:79 fstatat64:-:300:- stat64:-:195:- lstat64:-:196:- fstat64:-:197:- statx:332:383:291
    statfs:137:99:43 fstatfs:138:100:44 statfs64:-:268:- fstatfs64:-:269:- poll:7:168:- ppoll:271:309:73
    select:23:82:- pselect6:270:308:72 _newselect:-:142:- lseek:8:19:62 _llseek:-:140:- mmap:9:90:222
    mmap2:-:192:- mprotect:10:125:226 munmap:11:91:215 brk:12:45:214 mremap:25:163:216 msync:26:144:227
    mincore:27:218:232 madvise:28:219:233 mlock:149:150:228 munlock:150:151:229 pkey_mprotect:329:380:288
    rt_sigaction:13:174:134 rt_sigprocmask:14:175:135 rt_sigreturn:15:173:139 rt_sigpending:127:176:136
    rt_sigsuspend:130:179:133 rt_sigtimedwait:128:177:137 sigaction:-:67:- sigprocmask:-:126:- sigreturn:-:119:-
    signal:-:48:- sigaltstack:131:186:132 pread64:17:180:67 pwrite64:18:181:68 readv:19:145:65 writev:20:146:66
    preadv:295:333:69 pwritev:296:334:70 sendfile:40:187:71 sendfile64:-:239:- access:21:33:-
    faccessat:269:307:48 faccessat2:439:439:439 pipe:22:42:- pipe2:293:331:59 dup:32:41:23 dup2:33:63:-
    dup3:292:330:24 flock:73:143:32 fsync:74:118:82 fdatasync:75:148:83 truncate:76:92:45 ftruncate:77:93:46
    truncate64:-:193:- ftruncate64:-:194:- fallocate:285:324:47 fadvise64:221:250:223 getdents:78:141:-
    getdents64:217:220:61 getcwd:79:183:17 chdir:80:12:49 fchdir:81:133:50 rename:82:38:- renameat:264:302:38
    renameat2:316:353:276 mkdir:83:39:- mkdirat:258:296:34 rmdir:84:40:- unlink:87:10:- unlinkat:263:301:35
    creat:85:8:- symlink:88:83:- symlinkat:266:304:36 readlink:89:85:- readlinkat:267:305:78 umask:95:60:166
    chmod:90:15:- fchmod:91:94:52 fchmodat:268:306:53 utime:132:30:- utimes:235:271:- utimensat:280:320:88
    futimesat:261:299:- sched_yield:24:158:124 sched_getaffinity:204:242:123 pause:34:29:- nanosleep:35:162:101
    clock_nanosleep:230:267:115 clock_nanosleep_time64:-:407:407 clock_gettime:228:265:113
    clock_gettime64:-:403:403 clock_getres:229:266:114 clock_getres_time64:-:406:406 getitimer:36:105:102
    setitimer:38:104:103 alarm:37:27:- gettimeofday:96:78:169 time:201:13:- times:100:43:153 getpid:39:20:172
    gettid:186:224:178 getppid:110:64:173 getuid:102:24:174 geteuid:107:49:175 getgid:104:47:176
    getegid:108:50:177 getuid32:-:199:- geteuid32:-:201:- getgid32:-:200:- getegid32:-:202:-
    getresuid:118:165:148 getresgid:120:171:150 getresuid32:-:209:- getresgid32:-:211:- getgroups:115:80:158
    getgroups32:-:205:- getpgrp:111:65:- getpgid:121:132:155 getsid:124:147:156 getrlimit:97:76:163
    ugetrlimit:-:191:- setrlimit:160:75:164 getrusage:98:77:165 sysinfo:99:116:179 uname:63:122:160
    getcpu:309:318:168 getpriority:140:96:141 arch_prctl:158:384:- set_thread_area:205:243:-
    get_thread_area:211:244:- set_tid_address:218:258:96 set_robust_list:273:311:99 rseq:334:386:293
    futex:202:240:98 futex_time64:-:422:422 getrandom:318:355:278 membarrier:324:375:283 execve:59:11:221
    exit:60:1:93 exit_group:231:252:94 restart_syscall:219:0:128
"""
"""Calls that change nothing outside of the process but files that it may open."""

ASKED = """
    kill:62:37:129 tgkill:234:270:131 tkill:200:238:130 prlimit64:302:340:261 ioctl:16:54:29 fcntl:72:55:25
    fcntl64:-:221:- prctl:157:172:167
"""
"""Calls whose arguments decide."""

FORKING = """
    fork:57:2:- wait4:61:114:260 waitid:247:284:95 memfd_create:319:356:279
"""
"""What a process needs besides that runs a program again and again in children."""

PRIVILEGED = """
    socket:41:359:198 connect:42:362:203 bind:49:361:200 listen:50:363:201 accept:43:-:202 accept4:288:364:242
    sendto:44:369:206 recvfrom:45:371:207 sendmsg:46:370:211 recvmsg:47:372:212 sendmmsg:307:345:269
    recvmmsg:299:337:243 socketcall:-:102:- ptrace:101:26:117 process_vm_readv:310:347:270
    process_vm_writev:311:348:271 kcmp:312:349:272 pidfd_getfd:438:438:438 pidfd_open:434:434:434
    pidfd_send_signal:424:424:424 keyctl:250:288:219 add_key:248:286:217 request_key:249:287:218 bpf:321:357:280
    perf_event_open:298:336:241 userfaultfd:323:374:282 io_uring_setup:425:425:425 io_uring_enter:426:426:426
    io_uring_register:427:427:427 mount:165:21:40 umount2:166:52:39 umount:-:22:- pivot_root:155:217:41
    move_mount:429:429:429 open_tree:428:428:428 fsopen:430:430:430 fsconfig:431:431:431 fsmount:432:432:432
    fspick:433:433:433 mount_setattr:442:442:442 chroot:161:61:51 unshare:272:310:97 setns:308:346:268
    init_module:175:128:105 finit_module:313:350:273 delete_module:176:129:106 kexec_load:246:283:104
    kexec_file_load:320:-:294 reboot:169:88:142 swapon:167:87:224 swapoff:168:115:225 settimeofday:164:79:170
    clock_settime:227:264:112 adjtimex:159:124:171 clock_adjtime:305:343:266 sethostname:170:74:161
    setdomainname:171:121:162 acct:163:51:89 quotactl:179:131:60 quotactl_fd:443:443:443 syslog:103:103:116
    iopl:172:110:- ioperm:173:101:- vm86:-:166:- vm86old:-:113:- modify_ldt:154:123:- lookup_dcookie:212:253:18
    nfsservctl:180:169:42 personality:135:136:92 name_to_handle_at:303:341:264 open_by_handle_at:304:342:265
    fanotify_init:300:338:262 mq_open:240:277:180 mq_unlink:241:278:181 shmget:29:395:194 shmat:30:397:196
    semget:64:393:190 msgget:68:399:186 ipc:-:117:- process_madvise:440:440:440 process_mrelease:448:448:448
    move_pages:279:317:239 migrate_pages:256:294:238 mbind:237:274:235 set_mempolicy:238:276:237
    vhangup:153:111:58
"""
"""Calls of debuggers, administrators, and of who talks to others: no tool of ours needs them."""

STARTING = "fork:57:2:- vfork:58:190:- clone:56:120:220 clone3:435:435:435"
"""Calls that start a process or a thread."""
