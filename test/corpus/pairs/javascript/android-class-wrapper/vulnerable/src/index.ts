import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { Device } from './device.js'

const device = new Device('emulator-5554')
const server = new McpServer({ name: 'android-bridge', version: '0.6.0' })

server.tool('battery', 'Battery state of the device', {}, async () => ({
  content: [{ type: 'text', text: device.battery() }],
}))

server.tool('uninstall', 'Removes an application', { packageName: z.string() }, async (input) => ({
  content: [{ type: 'text', text: device.uninstall(input.packageName) }],
}))

await server.connect(new StdioServerTransport())
