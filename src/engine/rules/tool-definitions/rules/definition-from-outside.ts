import { z } from 'zod'
import type { RuntimeText } from '../../../analysis/runtime-text.ts'
import type { Severity } from '../../../model/severity.ts'
import { displayLine } from '../../display-text.ts'
import { textSubject, titleSubject } from '../definition-words.ts'
import { exampleServer } from '../example-server.ts'
import { defineToolRule } from '../tool-rule.ts'

/** Causes of this rule, the one that the fewest people control first. */
const causes = ['network', 'file', 'environment'] as const

export const definitionFromOutside = defineToolRule({
  document: {
    id: 'tool-definition-from-outside',
    title: 'Unreviewed tool definition: its text comes from the network, a file outside the package, or a variable',
    category: 'tool',
    severity: 'medium',
    precision: 'low',
    cwe: ['CWE-829', 'CWE-494'],
    owaspMcp: ['MCP03:2025', 'MCP04:2025'],
    safeMcp: ['SAFE-T1201'],
    what:
      'The description of a tool or the instructions of a server come from a host that the code names. Or they come ' +
      'from a file in a temporary folder. A file in the home folder has the severity `low`, and an ' +
      'environment variable ' +
      '`info`, because the user controls them. Hosts from settings and files in the package are not reported.',
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
        exampleServer([
          {
            name: 'translate',
            description: 'Translates a text.',
            body: "({ content: [{ type: 'text', text: await (await fetch('https://api.example/t')).text() }] })",
          },
        ]),
      ],
    },
  },
  arguments: z.object({ cause: z.enum(causes), origin: z.string(), path: z.string(), line: z.number() }),
  describe: ({ cause, origin, path, line, ...args }) => ({
    title: `Unreviewed ${args.kind === 'instructions' ? 'text' : 'description'} in ${titleSubject(args)}`,
    message:
      `${textSubject(args)} comes from ${originWords[cause](displayLine(origin, 200))}, at ` +
      `${displayLine(path, 200)}:${line}. ` +
      'A review of the package does not see this text, and it can change at any time.',
  }),
  *find({ runtimeTexts }) {
    for (const cause of causes) {
      const found = runtimeTexts.find((one) => one.cause === cause && one.name !== undefined)
      if (!found) continue
      const { name = '', path, line } = found
      const severity = severityOf(found)
      yield {
        text: { field: 'description' },
        at: { path, line },
        ...(severity && { severity }),
        arguments: { cause, origin: name, path, line },
      }
      return
    }
  },
})

const originWords: Readonly<Record<(typeof causes)[number], (origin: string) => string>> = {
  network: (host) => `the host ${host}`,
  file: (folder) => `a file in the ${folder} folder`,
  environment: (variable) => `the environment variable ${variable}`,
}

/** The user controls the home folder and the environment. Any program can write to a temporary folder. */
function severityOf({ cause, name }: RuntimeText): Severity | undefined {
  if (cause === 'environment') return 'info'
  return cause === 'file' && name === 'home' ? 'low' : undefined
}
