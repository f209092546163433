import type { Flow } from '../../../analysis/flow.ts'
import { exampleTool, examplePythonTool } from '../example-server.ts'
import type { FlowRule } from '../flow-rule.ts'

export const serverSideRequestForgery: FlowRule = {
  kind: 'url',
  name: 'Server-side request forgery',
  document: {
    id: 'server-side-request-forgery',
    title: 'Somebody outside decides where the server sends a request',
    category: 'code',
    severity: 'high',
    precision: 'high',
    cwe: ['CWE-918'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1913'],
    what:
      'Untrusted input is the address of a request, or the part of it that decides the host, without an ' +
      'earlier check against a list of hosts or of the resolved address. Input after a host that the code ' +
      'fixes is not reported. If a tool asks for the argument as an address and uses it unchanged, the ' +
      'finding is medium: the tool does what it says.',
    why:
      'The server reaches what its caller does not: services of its own machine and network, and the address ' +
      '169.254.169.254, where clouds hand out credentials. Its answers go back into the conversation. ' +
      "Browsers and Python's `urlopen` also open `file:` addresses.",
    remediation:
      'Allow known hosts only, or resolve the host and turn private addresses away, after each redirect again.',
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
  severity: ({ isWhole }) => (isWhole ? 'high' : 'medium'),
  cwe: (flow) => (opensFiles(flow) ? ['CWE-939'] : []),
  harm: (flow) =>
    opensFiles(flow)
      ? 'have this program open services of its own machine and network, and files by file: addresses'
      : 'have this program ask services of its own machine and network, and the address at which clouds hand ' +
        'out credentials',
  remediation: () =>
    'Parse the address with a parser of URLs, and allow known protocols and hosts by comparing them whole. ' +
    'Where any public host is meant, resolve the name, turn private, loopback and link-local addresses ' +
    'away, connect to the address that was tested, and do it again for every redirect.',
}

/**
 * Whether what asks knows `file:` addresses too, as browsers and Python's `urlopen` do, and no guard on the way looks
 * at the scheme.
 */
function opensFiles({ effect, model, flaws }: Flow): boolean {
  return (
    (effect.endsWith(' browser') || /\burl(?:open|retrieve)$/.test(model)) &&
    !flaws.some(({ mistake }) => mistake === 'scheme-alone')
  )
}
