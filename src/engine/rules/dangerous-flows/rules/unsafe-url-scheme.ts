import { examplePythonTool, exampleTool } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

export const unsafeUrlScheme = defineFlowRule({
  kind: 'open',
  weakness: 'Unsafe URL scheme',
  document: {
    id: 'unsafe-url-scheme',
    title: 'Unsafe URL scheme: untrusted input determines what the system opens',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    // Advisories assign CWE-78 to openers that use a shell on some systems.
    cwe: ['CWE-939', 'CWE-78'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      "Untrusted input, such as a remote server's authorization endpoint, is passed to a function that opens URLs in " +
      'a browser or another application. No check restricts the URL scheme. If a tool explicitly takes a URL as an ' +
      'argument and uses it unchanged, the finding has medium severity.',
    why:
      'These functions also open URLs that are not web pages. On some systems, `file:` URLs start programs. Other ' +
      'schemes can start applications with arguments from the URL. On Windows, the URL can reach a shell that ' +
      'interprets `&` and `$( )`.',
    remediation: 'Open only `http:` and `https:` URLs.',
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
  baseSeverity: () => 'high',
  attack: () => 'use other URL schemes to make the system open files and start programs',
  remediation: ({ isPython }) =>
    isPython
      ? 'Parse the URL with `urlsplit`, continue only if its scheme is `http` or `https`, and open the parsed URL.'
      : 'Parse the URL with `new URL`, continue only if its protocol is `http:` or `https:`, and open `url.href`. Do ' +
        'not pass the URL to a shell: `url.href` can still contain `&` and `$( )`.',
})
