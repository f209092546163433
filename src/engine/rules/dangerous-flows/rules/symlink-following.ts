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

/** Covers paths that textually stay inside their folder but may lead through links that an attacker placed there. */
export const symlinkFollowing = defineFlowRule({
  kind: 'path',
  applies: ({ flaws }) => flaws.length > 0 && flaws.every((flaw) => flaw.mistake === mistake),
  weakness: 'Symbolic link following',
  document: {
    id: 'symlink-following',
    title: 'Symbolic link following: a link can point outside the folder that a check allows',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-59', 'CWE-22'],
    owaspMcp: ['MCP05:2025', 'MCP10:2025'],
    safeMcp: ['SAFE-T1105'],
    what:
      'A check compares a path with a folder before symbolic links are resolved. The rule applies only if other ' +
      'parties can create links in that folder. This is the case if the program clones repositories, unpacks ' +
      "archives, creates links, or works in a client's folders.",
    why:
      'The author of a repository or archive can add a link named `notes.txt` that points to `~/.ssh/id_ed25519` ' +
      'or `~/.bashrc`. The path of the link is inside the folder, but the file that the program reads or writes ' +
      'is not.',
    remediation:
      'Resolve symbolic links in the path before the check. For a new file, resolve the path of its parent folder.',
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
      ? 'Resolve the path with `file = (root / value).resolve()`, which also resolves symbolic links. Check the ' +
        'result with `file.is_relative_to(root.resolve())`, and use only the resolved path after that.'
      : 'Compare `file = await realpath(path.resolve(root, value))` with the real path of the folder, and use only ' +
        'the resolved path after that. For a new file, resolve its parent folder, and write the file with the `wx` ' +
        'flag.',
})
