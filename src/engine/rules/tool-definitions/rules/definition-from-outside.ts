import { z } from 'zod'
import { displayLine } from '../../display-text.ts'
import { textSubject, titleSubject } from '../definition-words.ts'
import { exampleServer } from '../example-server.ts'
import { defineToolRule } from '../tool-rule.ts'

export const definitionFromOutside = defineToolRule({
  document: {
    id: 'tool-definition-from-outside',
    title: 'Unreviewed tool definition: its text comes from another host',
    category: 'tool',
    severity: 'medium',
    precision: 'low',
    cwe: ['CWE-829', 'CWE-494'],
    owaspMcp: ['MCP03:2025', 'MCP04:2025'],
    safeMcp: ['SAFE-T1201'],
    what:
      'The description of a tool, or the instructions of a server, are requested from a host that the code names. ' +
      'If the response is only a part of the text, the severity is `low`. Hosts from settings, hosts on the same ' +
      'machine, and files are not reported.',
    why:
      'A review of the package, or a scan, does not see this text. The party that controls the host can change it ' +
      'at any time, for one user or for all, and the model follows it.',
    remediation: 'Store the text in the package. Load only data from the network, and return it in results.',
    examples: {
      bad: [
        exampleServer([{ name: 'translate', description: 'Translates a text.' }]).replace(
          "'Translates a text.'",
          "await (await fetch('https://texts.example/translate')).text()",
        ),
        `# server.py
import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("example")
texts = requests.get("https://texts.example/all.json").json()


@mcp.tool(description=texts["translate"])
def translate(text: str) -> str:
    return "done"
`,
      ],
      good: [
        exampleServer([{ name: 'translate', description: 'Translates a text.' }])
          .replace("'Translates a text.'", "readFileSync(new URL('./translate.md', import.meta.url), 'utf8')")
          .replace('\nconst server', "\nimport { readFileSync } from 'node:fs'\nconst server"),
        exampleServer([{ name: 'translate', description: 'Translates a text.' }]).replace(
          "'Translates a text.'",
          "await (await fetch('http://127.0.0.1:8080/translate')).text()",
        ),
      ],
    },
  },
  arguments: z.object({ host: z.string(), isPart: z.boolean(), path: z.string(), line: z.number() }),
  describe: ({ host, isPart, path, line, ...args }) => ({
    title: `Unreviewed ${args.kind === 'instructions' ? 'text' : 'description'} in ${titleSubject(args)}`,
    message:
      `${isPart ? `A part of ${lowerFirst(textSubject(args))}` : textSubject(args)} can come from the host ` +
      `${displayLine(host, 200)}. The request is at ${displayLine(path, 200)}:${line}. ` +
      'A review of the package does not see the response, and it can change at any time.',
  }),
  *find({ changes }) {
    for (const { cause, host, isPart = false, path, line } of changes) {
      if (cause !== 'network' || host === undefined) continue
      yield {
        text: { field: 'description' },
        at: { path, line },
        key: host,
        ...(isPart && { severity: 'low' as const }),
        arguments: { host, isPart, path, line },
      }
    }
  },
})

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)
