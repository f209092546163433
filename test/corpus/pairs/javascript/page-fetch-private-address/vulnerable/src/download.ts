import https from 'node:https'

const MAX_BYTES = 2_000_000

export async function download(url: URL): Promise<string> {
  if (url.protocol !== 'https:') throw new Error('Only https is supported')
  return new Promise((resolve, reject) => {
    const request = https.get(url, (response) => {
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
