import { createServer } from 'node:http'

export function waitForCode(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`)
      if (url.pathname !== '/callback') {
        response.writeHead(404).end()
        return
      }
      const failure = url.searchParams.get('error_description')
      if (failure !== null) {
        response.writeHead(400, { 'content-type': 'text/html' })
        response.end(`<h1>Login failed</h1><p>${failure}</p>`)
        server.close()
        reject(new Error(failure))
        return
      }
      response.end('You may close this window.')
      server.close()
      resolve(url.searchParams.get('code') ?? '')
    })
    server.listen(port, '127.0.0.1')
  })
}
