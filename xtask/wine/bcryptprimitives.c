/* The one function of Windows that Rust's standard library calls and the wine of Debian 12 lacks: random bytes. */

typedef unsigned char BYTE;

__declspec(dllimport) BYTE __stdcall SystemFunction036(void *bytes, unsigned long length);

__declspec(dllexport) int __stdcall ProcessPrng(BYTE *bytes, unsigned long long length) {
    return SystemFunction036(bytes, (unsigned long)length);
}
