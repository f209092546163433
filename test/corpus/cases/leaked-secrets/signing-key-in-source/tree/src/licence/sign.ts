import { createSign } from 'node:crypto'

const signingKey = `{{secret:ec-private-key}}`

export function signLicence(licence: object): string {
  return createSign('sha256').update(JSON.stringify(licence)).sign(signingKey, 'base64url')
}
