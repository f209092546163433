import { withLatinLetters } from '../hidden/lookalikes.ts'
import { exampleServer } from '../example-server.ts'
import type { Examined, Hit, ToolRule } from '../tool-rule.ts'

export const declaredTwice: ToolRule = {
  document: {
    id: 'tool-declared-twice',
    title: 'Two tools of a server have one name',
    category: 'tool',
    severity: 'low',
    precision: 'low',
    cwe: ['CWE-694'],
    owaspMcp: ['MCP03:2025'],
    safeMcp: ['SAFE-T1301'],
    what: 'One file declares two tools, prompts or resources of one name with different descriptions, or names that differ in letters that look alike only.',
    why: 'Which of them is called is up to the client: the later one shadows the earlier one, whose description a person may have agreed to.',
    remediation: 'Give each its own name.',
    examples: {
      bad: [exampleServer([{ name: 'send', description: 'Sends a message to the team.' }, { name: 'send', description: 'Sends a message to everybody.' }])],
      good: [exampleServer([{ name: 'send', description: 'Sends a message to the team.' }, { name: 'send_all', description: 'Sends a message to everybody.' }])],
    },
  },
  *find({ tool, tools }: Examined): Iterable<Hit> {
    const twin = tool.name.includes('…') || tool.kind === 'resource' ? undefined : tool.alsoDeclared?.find(({ path }) => path === tool.path)
    if (twin) yield { where: 'name', excerpt: '', at: { path: twin.path, line: twin.line }, message: `The ${tool.kind} ${tool.name} is declared in line ${Math.min(tool.line, twin.line)}, and again, with another description, in line ${Math.max(tool.line, twin.line)}.` }
    const name = withLatinLetters(tool.name)
    const other = name === tool.name ? undefined : tools.find((one) => one !== tool && one.kind === tool.kind && one.name === name)
    if (other) yield { where: 'name', excerpt: '', severity: 'high', message: `Its name looks like that of the ${other.kind} ${other.name}, declared in ${other.path}, line ${other.line}, and has letters of another alphabet.` }
  },
}
