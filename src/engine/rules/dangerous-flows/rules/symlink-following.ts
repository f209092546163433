import { examplePythonTool, exampleTool } from '../example-server.ts'
import { type FlowRule, isPython } from '../flow-rule.ts'

const mistake = 'links-not-resolved'
const clones =
  "import { execFileSync } from 'node:child_process'\nimport { readFile, realpath } from " +
  "'node:fs/promises'\nimport path from 'node:path'\n\nexecFileSync('git', ['clone', '--', " +
  "'https://git.example/notes.git', '/srv/notes'])"
const clonesInPython =
  'import os\nimport subprocess\n\nsubprocess.run(["git", "clone", "--", "https://git.example/notes.git", ' +
  '"/srv/notes"], check=True)'

/** Paths that stay in their folder by their text, where others may have put links. */
export const symlinkFollowing: FlowRule = {
  kind: 'path',
  applies: ({ flaws }) => flaws.length > 0 && flaws.every((flaw) => flaw.mistake === mistake),
  name: 'Following of links',
  document: {
    id: 'symlink-following',
    title: 'A link leads out of the folder that a path is kept in',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-59', 'CWE-22'],
    owaspMcp: ['MCP05:2025', 'MCP10:2025'],
    safeMcp: ['SAFE-T1105'],
    what:
      'A path from outside is compared with a folder by its text, and its links are not resolved before, in a ' +
      'program that lets others put links into such folders: it clones repositories, unpacks archives, makes ' +
      'links, or works in folders that a client names.',
    why:
      'Whoever wrote the repository or archive puts a link named `notes.txt` into it that leads to ' +
      '`~/.ssh/id_ed25519` or `~/.bashrc`. Its path is inside of the folder, and what is read or written is ' +
      'not.',
    remediation:
      'Resolve the links of the path before it is compared, and those of its folder where the file is still ' +
      'to be made.',
    examples: {
      bad: [
        exampleTool({
          tool: 'read_checkout',
          argument: 'name',
          imports: clones.replace(', realpath', ''),
          body:
            "const file = path.resolve('/srv/notes', name)\nif (!file.startsWith('/srv/notes' + path.sep)) " +
            "throw new Error('outside')\nconst text = await readFile(file, 'utf8')",
        }),
        examplePythonTool({
          tool: 'read_checkout',
          argument: 'name: str',
          imports: clonesInPython,
          body:
            'file = os.path.normpath(os.path.join("/srv/notes", name))\nif not ' +
            'file.startswith("/srv/notes/"):\n    raise ValueError("outside")\nreturn open(file).read()',
        }),
      ],
      good: [
        exampleTool({
          tool: 'read_checkout',
          argument: 'name',
          imports: clones,
          body:
            "const file = await realpath(path.resolve('/srv/notes', name))\nif (!file.startsWith('/srv/notes' " +
            "+ path.sep)) throw new Error('outside')\nconst text = await readFile(file, 'utf8')",
        }),
        examplePythonTool({
          tool: 'read_checkout',
          argument: 'name: str',
          imports: clonesInPython,
          body:
            'file = os.path.realpath(os.path.join("/srv/notes", name))\nif not ' +
            'file.startswith("/srv/notes/"):\n    raise ValueError("outside")\nreturn open(file).read()',
        }),
      ],
    },
  },
  severity: () => 'high',
  harm: () => 'ask for a link that leads out of the folder, and get or change the file behind it',
  remediation: (flow) =>
    isPython(flow)
      ? 'Compare `file = (root / value).resolve()`, which follows links, by ' +
        '`file.is_relative_to(root.resolve())`, and use that path afterwards.'
      : 'Compare `file = await realpath(path.resolve(root, value))` with the real path of the folder, and use ' +
        'that path afterwards; of a file that is still to be made, resolve its folder, and write with the ' +
        'flag `wx`.',
}
