// CRC-32C (Castagnoli) of Intel's ISA-L as the system ships it: crc32_iscsi.
#ifndef CCHECKSUM_SHIM_H
#define CCHECKSUM_SHIM_H
#include <isa-l/crc.h>
#endif
