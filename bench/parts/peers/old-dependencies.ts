import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Old versions of popular packages with published vulnerabilities. */
const npm = {
  axios: '0.18.0',
  handlebars: '4.0.11',
  jquery: '3.3.1',
  lodash: '4.17.4',
  marked: '0.3.6',
  minimist: '0.0.8',
  'node-fetch': '2.6.0',
  qs: '6.5.1',
  ws: '7.4.0',
}
const pypi = {
  django: '2.2.0',
  flask: '0.12.2',
  jinja2: '2.10',
  pillow: '6.0.0',
  pyyaml: '5.1',
  requests: '2.19.1',
  urllib3: '1.24.1',
}

/**
 * Writes an npm lockfile and pinned requirements. They are not in the project, because the project's own dependencies
 * are scanned too.
 */
export function writeOldDependencies(folder: string): void {
  const packages = Object.fromEntries(
    Object.entries(npm).map(([name, version]) => [
      `node_modules/${name}`,
      { version, resolved: `https://registry.example/${name}/-/${name}-${version}.tgz` },
    ]),
  )
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'old', version: '1.0.0', dependencies: npm }, null, 2)}\n`,
  )
  writeFileSync(
    join(folder, 'package-lock.json'),
    `${JSON.stringify(
      {
        name: 'old',
        version: '1.0.0',
        lockfileVersion: 3,
        requires: true,
        packages: { '': { name: 'old', version: '1.0.0', dependencies: npm }, ...packages },
      },
      null,
      2,
    )}\n`,
  )
  writeFileSync(
    join(folder, 'requirements.txt'),
    Object.entries(pypi)
      .map(([name, version]) => `${name}==${version}\n`)
      .join(''),
  )
}
