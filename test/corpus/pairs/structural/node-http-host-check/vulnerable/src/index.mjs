import { createServer } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { clipboardServer } from './clipboard.mjs'

const port = 6006

const http = createServer(async (request, response) => {
  if (request.url !== '/mcp' || request.method !== 'POST') {
    response.writeHead(404).end()
    return
  }
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  response.on('close', () => transport.close())
  await clipboardServer().connect(transport)
  await transport.handleRequest(request, response)
})

http.listen(port, 'localhost')
