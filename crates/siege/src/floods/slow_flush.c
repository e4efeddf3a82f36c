// Delays every flush, to simulate the latency of an ordinary disk.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void wait_for_disk(void) {
    struct timespec pause = {0, FLUSH_MS * 1000000L};
    while (nanosleep(&pause, &pause) != 0) {
    }
}

int fsync(int file) {
    wait_for_disk();
    return syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    wait_for_disk();
    return syscall(SYS_fdatasync, file);
}
