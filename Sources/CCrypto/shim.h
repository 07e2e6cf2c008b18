// The digests and base64 of OpenSSL's libcrypto as the system ships it.
#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H
#include <openssl/evp.h>
#endif
