import type { Flow } from '../../../analysis/flow.ts'
import { exampleTool, examplePythonTool } from '../example-server.ts'
import { type FlowRule, isPython } from '../flow-rule.ts'

export const pathTraversal: FlowRule = {
  kind: 'path',
  name: 'Path traversal',
  document: {
    id: 'path-traversal',
    title: 'Somebody outside decides which file is read or written',
    category: 'code',
    severity: 'high',
    precision: 'high',
    cwe: ['CWE-22', 'CWE-73'],
    owaspMcp: ['MCP05:2025', 'MCP10:2025'],
    safeMcp: ['SAFE-T1105', 'SAFE-T1502'],
    what:
      'Untrusted input names a file or folder that is read, written, or removed, and no check keeps it inside ' +
      'a folder. A check counts if it compares the resolved path with the folder plus a separator. Weaker ' +
      'checks, such as a prefix without a separator or a search for `..` in the raw text, are reported with ' +
      'an input that passes them. If a tool asks for the argument as a path and uses it unchanged, the ' +
      'finding is medium: the tool does what it says.',
    why:
      'Files of the user hold keys, tokens and settings, and what is written to the right place is run: ' +
      '`.bashrc`, hooks of git, the settings of an agent. A model that read a hostile page asks for them by ' +
      'name.',
    remediation: 'Resolve the path with its links and compare it with the folder before the file is touched.',
    examples: {
      bad: [
        exampleTool({
          tool: 'read_note',
          argument: 'name',
          imports: "import { readFile } from 'node:fs/promises'\nimport path from 'node:path'",
          body: "const text = await readFile(path.join('/srv/notes', name), 'utf8')",
        }),
        exampleTool({
          tool: 'read_note',
          argument: 'name',
          imports: "import { readFile } from 'node:fs/promises'\nimport path from 'node:path'",
          body:
            "const file = path.resolve('/srv/notes', name)\nif (!file.startsWith('/srv/notes')) throw new " +
            "Error('outside')\nconst text = await readFile(file, 'utf8')",
        }),
        examplePythonTool({
          tool: 'read_note',
          argument: 'name: str',
          imports: 'from pathlib import Path',
          body: 'return (Path("/srv/notes") / name).read_text()',
        }),
      ],
      good: [
        exampleTool({
          tool: 'read_note',
          argument: 'name',
          imports: "import { readFile } from 'node:fs/promises'\nimport path from 'node:path'",
          body: "const file = path.join('/srv/notes', path.basename(name))\nconst text = await readFile(file, 'utf8')",
        }),
        exampleTool({
          tool: 'read_note',
          argument: 'name',
          imports: "import { readFile, realpath } from 'node:fs/promises'\nimport path from 'node:path'",
          body:
            "const file = await realpath(path.resolve('/srv/notes', name))\nif (!file.startsWith('/srv/notes' " +
            "+ path.sep)) throw new Error('outside')\nconst text = await readFile(file, 'utf8')",
        }),
        examplePythonTool({
          tool: 'read_note',
          argument: 'name: str',
          imports: 'from pathlib import Path',
          body:
            'file = (Path("/srv/notes") / name).resolve()\nif not file.is_relative_to("/srv/notes"):\n    ' +
            'raise ValueError("outside")\nreturn file.read_text()',
        }),
      ],
    },
  },
  severity: () => 'high',
  harm: (flow) =>
    `${changes(flow) ? 'write or remove' : 'read'} ` +
    `${
      flow.isWhole && flow.flaws.length === 0
        ? 'any file that this program can'
        : 'files outside of the folder that is meant'
    }`,
  remediation: (flow) =>
    isPython(flow)
      ? 'Resolve the path first, `file = (root / value).resolve()`, and go on only if ' +
        '`file.is_relative_to(root)`. Where only a name is meant, take `Path(value).name` and turn `..` away.'
      : 'Resolve the path first, `file = await realpath(path.resolve(root, value))`, and go on only if ' +
        '`file.startsWith(root + path.sep)`; of a file that is still to be made, resolve its folder. Where ' +
        'only a name is meant, take `path.basename(value)`.',
}

/** Whether the sink writes or removes what the path names. */
function changes({ effect }: Flow): boolean {
  return /\b(?:writes|removes|makes)\b/.test(effect)
}
