import https from 'node:https'
import { publicAddress } from './address.js'

const MAX_BYTES = 2_000_000

export async function download(url: URL): Promise<string> {
  if (url.protocol !== 'https:') throw new Error('Only https is supported')
  const { address, family } = await publicAddress(url.hostname)
  return new Promise((resolve, reject) => {
    const request = https.get(url, { lookup: (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)) }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        if (text.length > MAX_BYTES) request.destroy(new Error('Page is too large'))
      })
      response.on('end', () => resolve(text))
    })
    request.on('error', reject)
  })
}
