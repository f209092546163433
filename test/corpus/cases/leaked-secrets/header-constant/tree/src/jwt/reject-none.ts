// base64url of {"alg":"none","typ":"JWT"}
const unsignedHeader = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0'

export const isUnsigned = (token: string): boolean => token.startsWith(`${unsignedHeader}.`)
