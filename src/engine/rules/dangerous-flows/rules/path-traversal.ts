import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule, processOf } from '../flow-rule.ts'

export const pathTraversal = defineFlowRule({
  kind: 'path',
  weakness: 'Path traversal',
  document: {
    id: 'path-traversal',
    title: 'Path traversal: untrusted input determines which file is read or written',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-22', 'CWE-73'],
    owaspMcp: ['MCP05:2025', 'MCP10:2025'],
    safeMcp: ['SAFE-T1105', 'SAFE-T1502'],
    what:
      'Untrusted input determines which file or folder is read, written, or removed, and no check confines the ' +
      'path to a folder. A check is sufficient if it accepts only resolved paths that start with the folder path ' +
      'followed by a separator. Weaker checks, such as a prefix comparison without a separator or a search for ' +
      '`..` in the raw text, are not sufficient. If a tool explicitly takes a path as an argument and uses it ' +
      'unchanged, the finding has medium severity, because the use may be intended.',
    why:
      "The user's files can contain keys, tokens, and settings. An attacker who can write to files such as " +
      '`.bashrc`, Git hooks, or agent settings can use them to run commands later. A web page that the model reads ' +
      'can make the model pass the paths of these files to the tool.',
    remediation:
      'Resolve the path, including symbolic links, and check that it is inside the folder before you use the file.',
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
  baseSeverity: () => 'high',
  attack: (args) => {
    const access = args.sink.action === 'write-file' ? 'write or delete' : 'read'
    return args.isWhole && args.flaws.length === 0
      ? `${access} any file that the ${processOf(args)} can access`
      : `${access} files outside the intended folder`
  },
  remediation: ({ isPython }) =>
    isPython
      ? 'Resolve the path first with `file = (root / value).resolve()`, and continue only if ' +
        '`file.is_relative_to(root)` is true. If the value is only a file name, use `Path(value).name` and reject ' +
        '`..`.'
      : 'Resolve the path first with `file = await realpath(path.resolve(root, value))`, and continue only if ' +
        '`file.startsWith(root + path.sep)` is true. For a new file, resolve its parent folder. If the value is ' +
        'only a file name, use `path.basename(value)`.',
})
