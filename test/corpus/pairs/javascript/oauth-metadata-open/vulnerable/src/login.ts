import { randomBytes } from 'node:crypto'
import open from 'open'
import { discover } from './discover.js'

export async function login(server: string, clientId: string): Promise<string> {
  const metadata = await discover(server)
  const state = randomBytes(16).toString('hex')
  const address = new URL(metadata.authorization_endpoint)
  address.searchParams.set('client_id', clientId)
  address.searchParams.set('response_type', 'code')
  address.searchParams.set('state', state)
  await open(address.toString())
  return state
}
