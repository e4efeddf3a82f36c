// Fails writes to the database while the file FULL exists, like a full disk. Filling a small disk would not be enough:
// SQLite continues as long as there is room in its WAL.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_full(int file) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) {
        return 0;
    }
    path[length] = 0;
    return strstr(path, "games.db") != NULL && access(FULL, F_OK) == 0;
}

ssize_t write(int file, const void *bytes, size_t count) {
    if (is_full(file)) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_write, file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    if (is_full(file)) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, count, at);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    return pwrite64(file, bytes, count, at);
}
