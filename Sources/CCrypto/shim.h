// The digests and base64 of OpenSSL's libcrypto as the system ships it.
#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H
#include <openssl/crypto.h>
#include <openssl/evp.h>

// At the end of a program OpenSSL would take away what threads that still hash are using. Call it
// before anything else of OpenSSL, libcurl's own use of it too.
static inline int ccrypto_stay(void) {
  return OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
#endif
