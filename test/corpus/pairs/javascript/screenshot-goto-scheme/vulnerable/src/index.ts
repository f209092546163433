import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import puppeteer, { type Browser } from 'puppeteer'
import { z } from 'zod'

const SITES = new Set(['localhost:3000', 'localhost:5173', 'preview.example'])

let browser: Browser | undefined

async function openPage() {
  browser ??= await puppeteer.launch({ headless: true })
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 800 })
  return page
}

const server = new McpServer({ name: 'page-shot', version: '0.5.1' })

server.tool(
  'screenshot',
  'Takes a screenshot of a page of one of our sites',
  { url: z.string(), full: z.boolean().optional() },
  async ({ url, full = false }) => {
    const { protocol, host } = new URL(url)
    if (host && !SITES.has(host)) {
      return { isError: true, content: [{ type: 'text', text: `${protocol}//${host} is not one of the sites` }] }
    }
    const page = await openPage()
    try {
      await page.goto(url, { waitUntil: 'networkidle2', timeout: 30_000 })
      const picture = await page.screenshot({ encoding: 'base64', fullPage: full })
      return { content: [{ type: 'image', data: picture, mimeType: 'image/png' }] }
    } finally {
      await page.close()
    }
  },
)

process.once('SIGTERM', () => void browser?.close())

await server.connect(new StdioServerTransport())
