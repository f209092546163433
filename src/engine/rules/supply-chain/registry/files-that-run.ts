import { posix } from 'node:path'
import { scalarsIn, under } from '../../../inventory/settings-files/value.ts'
import { installCodeOf } from '../install/commands.ts'
import type { Project } from '../project.ts'
import type { Starter } from './describe-mismatch.ts'

/** Returns the files that run when the package is installed or loaded, and what runs them. */
export function filesThatRun(project: Project): ReadonlyMap<string, Starter> {
  const running = new Map<string, Starter>()
  for (const manifest of project.manifests) {
    if (manifest.file.path !== 'package.json') continue
    for (const { file, startedBy } of installCodeOf(project, manifest))
      if (file.path !== 'package.json' && !running.has(file.path))
        running.set(file.path, { by: 'install-script', script: startedBy })
    const entries = ['main', 'module', 'browser', 'bin', 'exports'].flatMap((key) =>
      [...scalarsIn(under(manifest.root, key))].map(({ scalar }) => scalar.text),
    )
    for (const entry of entries) {
      const path = posix.normalize(entry)
      for (const file of [path, `${path}.js`, `${path}/index.js`])
        if (project.snapshot.files.has(file) && !running.has(file)) running.set(file, { by: 'entry-point' })
    }
  }
  for (const [path, file] of project.snapshot.files) {
    if (/^[^/]+\.pth$/.test(path)) running.set(path, { by: 'python-start' })
    if (path === 'setup.py') running.set(path, { by: 'setup-py' })
    if (!/^[^/]+\.dist-info\/entry_points\.txt$/.test(path) || file.size > 64 * 1024) continue
    for (const [, module = ''] of file.content.toString('utf8').matchAll(/=\s{0,9}([A-Za-z_][\w.]{0,200})\s{0,9}:/g)) {
      for (const entry of [`${module.replaceAll('.', '/')}.py`, `${module.replaceAll('.', '/')}/__init__.py`])
        if (project.snapshot.files.has(entry)) running.set(entry, { by: 'command' })
    }
  }
  return running
}
