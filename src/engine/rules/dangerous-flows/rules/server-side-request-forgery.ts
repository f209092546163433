import type { Flow } from '../../../analysis/flow.ts'
import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule, processOf } from '../flow-rule.ts'

export const serverSideRequestForgery = defineFlowRule({
  kind: 'url',
  weakness: 'Server-side request forgery',
  document: {
    id: 'server-side-request-forgery',
    title: 'Server-side request forgery (SSRF): untrusted input decides where the server sends a request',
    category: 'code',
    severity: 'high',
    precision: 'high',
    cwe: ['CWE-918'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1913'],
    what:
      'Untrusted input is the address of a request, or the part of it that decides the host. No check compares the ' +
      'host with a list or tests the resolved address. Input after a host that the code fixes is not reported. If ' +
      'a tool asks for the argument as a URL and uses it unchanged, the finding is medium: the tool does what it ' +
      'says.',
    why:
      'The server can reach services of its own machine and network that its caller cannot. It can also reach ' +
      '169.254.169.254, where clouds provide credentials. The responses go back into the conversation. Browsers ' +
      "and Python's `urlopen` also open `file:` addresses.",
    remediation: 'Allow only known hosts. Or resolve the host and reject private addresses, again after each redirect.',
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
      ? `make the ${processOf(args)} open internal services, and local files with file: URLs`
      : `make the ${processOf(args)} request internal services, such as cloud metadata at 169.254.169.254`,
  remediation: () =>
    'Parse the URL, and compare its scheme and its host with allowed ones. If every public host is allowed, resolve ' +
    'the name, reject private, loopback, and link-local addresses, and connect to the checked address. Repeat this ' +
    'for each redirect.',
})

/** Whether the client also opens `file:` URLs, as browsers and Python's `urlopen` do, and no check tests the scheme. */
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
