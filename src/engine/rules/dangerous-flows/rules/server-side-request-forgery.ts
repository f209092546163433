import type { Flow } from '../../../analysis/flow.ts'
import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule, processOf } from '../flow-rule.ts'

export const serverSideRequestForgery = defineFlowRule({
  kind: 'url',
  weakness: 'Server-side request forgery',
  document: {
    id: 'server-side-request-forgery',
    title: 'Server-side request forgery (SSRF): untrusted input determines where the server sends a request',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-918'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1913'],
    what:
      'Untrusted input is used as the URL of a request, or as the part of the URL that determines the host. No ' +
      'check compares the host with a list of hosts or tests the resolved IP address. Input that follows a ' +
      'hard-coded host in a URL is not reported. If a tool explicitly takes a URL as an argument and uses it ' +
      'unchanged, the finding has medium severity, because the use may be intended.',
    why:
      'The server can reach services on its own machine and network that the caller cannot reach. The server can ' +
      'also reach 169.254.169.254, where cloud platforms provide credentials. A tool can return the response to ' +
      "the model. Browsers and Python's `urlopen` also open `file:` URLs.",
    remediation:
      'Allow only known hosts. Alternatively, resolve the host and reject private IP addresses, and repeat this ' +
      'check for each redirect.',
    examples: {
      bad: [
        exampleTool({
          tool: 'fetch_page',
          argument: 'address',
          imports: '',
          body: 'const text = await (await fetch(address)).text()',
        }),
        examplePythonTool({
          tool: 'fetch_page',
          argument: 'address: str',
          imports: 'import httpx',
          body: 'return httpx.get(address).text',
        }),
      ],
      good: [
        exampleTool({
          tool: 'fetch_article',
          argument: 'id',
          imports: '',
          body: 'const text = await (await fetch(`https://articles.example/v1/${encodeURIComponent(id)}`)).text()',
        }),
        exampleTool({
          tool: 'fetch_page',
          argument: 'address',
          imports: "const hosts = new Set(['articles.example', 'pictures.example'])",
          body:
            "const url = new URL(address)\nif (url.protocol !== 'https:' || !hosts.has(url.hostname)) throw " +
            "new Error('no such host')\nconst text = await (await fetch(url)).text()",
        }),
        examplePythonTool({
          tool: 'fetch_article',
          argument: 'number: int',
          imports: 'import httpx',
          body: 'return httpx.get(f"https://articles.example/v1/{number}").text',
        }),
      ],
    },
  },
  baseSeverity: ({ isWhole }) => (isWhole ? 'high' : 'medium'),
  cwe: ({ action, model, flaws }) => (opensFiles({ sink: { action, model }, flaws }) ? ['CWE-939'] : []),
  attack: (args) =>
    opensFiles(args)
      ? `make the ${processOf(args)} access internal services, or read local files through file: URLs`
      : `make the ${processOf(args)} send requests to internal services, such as cloud metadata at 169.254.169.254`,
  remediation: () =>
    'Parse the URL, and check its scheme and host against an allowlist. If every public host is allowed, resolve ' +
    'the host name and reject private, loopback, and link-local IP addresses. Then connect to the IP address ' +
    'that you checked. Repeat these steps for each redirect.',
})

/**
 * Reports whether the client also opens `file:` URLs, as browsers and Python's `urlopen` do, and no check validates the
 * scheme.
 */
function opensFiles({
  sink: { action, model },
  flaws,
}: {
  readonly sink: Pick<Flow, 'action' | 'model'>
  readonly flaws: readonly Pick<Flow['flaws'][number], 'mistake'>[]
}): boolean {
  return (
    (action === 'open-in-browser' || /\burl(?:open|retrieve)$/.test(model)) &&
    !flaws.some(({ mistake }) => mistake === 'scheme-alone')
  )
}
