import { CredentialSearch } from './credential-search.ts'
import { credentials } from './credentials/catalogue.ts'

let search: CredentialSearch | undefined

/** Returns the search for all credentials, which the first call creates in 10 ms. */
export function credentialSearch(): CredentialSearch {
  return (search ??= new CredentialSearch(credentials))
}
