import { examplePythonTool, exampleTool } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

const mistake = 'links-not-resolved'
const clones =
  "import { execFileSync } from 'node:child_process'\nimport { readFile, realpath } from " +
  "'node:fs/promises'\nimport path from 'node:path'\n\nexecFileSync('git', ['clone', '--', " +
  "'https://git.example/notes.git', '/srv/notes'])"
const clonesInPython =
  'import os\nimport subprocess\n\nsubprocess.run(["git", "clone", "--", "https://git.example/notes.git", ' +
  '"/srv/notes"], check=True)'

/** Paths that stay in their folder by their text, where others may have put links. */
export const symlinkFollowing = defineFlowRule({
  kind: 'path',
  applies: ({ flaws }) => flaws.length > 0 && flaws.every((flaw) => flaw.mistake === mistake),
  weakness: 'Symbolic link following',
  document: {
    id: 'symlink-following',
    title: 'Symbolic link following: a link leads out of the folder that a check allows',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-59', 'CWE-22'],
    owaspMcp: ['MCP05:2025', 'MCP10:2025'],
    safeMcp: ['SAFE-T1105'],
    what:
      'A check compares a path with a folder before symbolic links are resolved. The rule applies only if others ' +
      'can create links in such folders. That is so if the program clones repositories, unpacks archives, creates ' +
      'links, or works in folders of a client.',
    why:
      'The author of a repository or archive adds a link named `notes.txt` that points to `~/.ssh/id_ed25519` or ' +
      '`~/.bashrc`. Its path is inside the folder, and the file that is read or written is not.',
    remediation:
      'Resolve the symbolic links of the path before the check. For a new file, resolve those of its folder.',
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
  baseSeverity: () => 'high',
  attack: () => 'read or change files outside the folder through a symbolic link',
  remediation: ({ isPython }) =>
    isPython
      ? 'Resolve the path with `file = (root / value).resolve()`, which follows symbolic links. Check it with ' +
        '`file.is_relative_to(root.resolve())`, and use that path afterwards.'
      : 'Compare `file = await realpath(path.resolve(root, value))` with the real path of the folder, and use that ' +
        'path afterwards. For a new file, resolve its folder, and write with the flag `wx`.',
})
