import { examplePythonTool, exampleTool } from '../example-server.ts'
import type { FlowRule } from '../flow-rule.ts'

export const unsafeUrlScheme: FlowRule = {
  kind: 'open',
  name: 'Opening of any address',
  document: {
    id: 'unsafe-url-scheme',
    title: 'Somebody outside decides what the system opens',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    // Of openers that are shells on some systems, advisories tell as CWE-78.
    cwe: ['CWE-939', 'CWE-78'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'A value from outside, such as the authorization endpoint that a remote server names, is handed to the ' +
      'opener of the system or of a browser without a look at its scheme. An argument that the tool asks for ' +
      'as an address, and hands over as it is, counts as medium.',
    why:
      'The opener does not only open web pages: `file:` starts programs on some systems, other schemes start ' +
      'their applications with arguments, and on Windows the opener is a shell that reads `&` and `$( )` in ' +
      'the address.',
    remediation: 'Open nothing but `http:` and `https:` addresses.',
    examples: {
      bad: [
        exampleTool({
          tool: 'show_page',
          argument: 'address',
          imports: "import open from 'open'",
          body: 'await open(address)',
        }),
        examplePythonTool({
          tool: 'show_page',
          argument: 'address: str',
          imports: 'import webbrowser',
          body: 'webbrowser.open(address)\nreturn "shown"',
        }),
      ],
      good: [
        exampleTool({
          tool: 'show_page',
          argument: 'address',
          imports: "import open from 'open'",
          body:
            "const url = new URL(address)\nif (url.protocol !== 'https:' && url.protocol !== 'http:') throw " +
            "new Error('no web page')\nawait open(url.href)",
        }),
        examplePythonTool({
          tool: 'show_page',
          argument: 'address: str',
          imports: 'import webbrowser\nfrom urllib.parse import urlsplit',
          body:
            'if urlsplit(address).scheme not in ("http", "https"):\n    raise ValueError("no web ' +
            'page")\nwebbrowser.open(address)\nreturn "shown"',
        }),
      ],
    },
  },
  severity: () => 'high',
  harm: () => 'have the system open files, and start programs with addresses of other schemes than those of the web',
  remediation: () =>
    'Parse the address with `new URL` (in Python `urlsplit`), go on only if its scheme is `http` or ' +
    '`https`, and hand the opener the parsed form (`url.href`), in which shells find nothing of theirs.',
}
