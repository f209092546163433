import { createVerify } from 'node:crypto'

const publicKey = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEfeMUQrCBBX/Oqok0rU+14V41rv6ifMfRsb72k1+nswq5LM2qVsxjkq8h
-----END PUBLIC KEY-----`

export const isGenuine = (licence: string, signature: string): boolean => createVerify('sha256').update(licence).verify(publicKey, signature, 'base64url')
