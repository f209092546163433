import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

export const urlPathInjection = defineFlowRule({
  kind: 'url-path',
  weakness: 'URL path injection',
  document: {
    id: 'url-path-injection',
    title: 'URL path injection: untrusted input changes the path of a request that carries a credential',
    category: 'code',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-441'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'Untrusted input is interpolated into the path of a URL with a fixed host. The request carries a credential, ' +
      'such as an `Authorization` header. Encoded input, input in the query string, and tools that take the whole ' +
      'path as an argument are not reported.',
    why:
      'By sending `../`, a caller can reach resources of the service that the tool is not meant to access. The ' +
      "service accepts the request because it carries the server's credential.",
    remediation: 'Encode the value with `encodeURIComponent` or `urllib.parse.quote(value, safe="")`.',
    examples: {
      bad: [
        exampleTool({
          tool: 'show_issue',
          argument: 'id',
          imports: 'const headers = { Authorization: `Bearer ${process.env.TOKEN}` }',
          body: 'const text = await (await fetch(`https://issues.example/v1/issues/${id}`, { headers })).text()',
        }),
        examplePythonTool({
          tool: 'show_issue',
          argument: 'id: str',
          imports: 'import os\nimport httpx',
          body:
            'headers = {"Authorization": f"Bearer {os.environ[\'TOKEN\']}"}\n' +
            'return httpx.get(f"https://issues.example/v1/issues/{id}", headers=headers).text',
        }),
      ],
      good: [
        exampleTool({
          tool: 'show_issue',
          argument: 'id',
          imports: 'const headers = { Authorization: `Bearer ${process.env.TOKEN}` }',
          body:
            'const text = await (await ' +
            'fetch(`https://issues.example/v1/issues/${encodeURIComponent(id)}`, { headers })).text()',
        }),
        examplePythonTool({
          tool: 'show_issue',
          argument: 'id: str',
          imports: 'import os\nfrom urllib.parse import quote\n\nimport httpx',
          body:
            'headers = {"Authorization": f"Bearer {os.environ[\'TOKEN\']}"}\n' +
            'return httpx.get(f"https://issues.example/v1/issues/{quote(id, safe=\'\')}", headers=headers).text',
        }),
      ],
    },
  },
  baseSeverity: () => 'low',
  attack: () => "use the server's credential to access other resources of the same service",
  remediation: ({ isPython }) =>
    isPython
      ? 'Encode each value in a path with `urllib.parse.quote(value, safe="")`, and reject `.` and `..`.'
      : 'Encode each value in a path with `encodeURIComponent`, and reject `.` and `..`.',
})
