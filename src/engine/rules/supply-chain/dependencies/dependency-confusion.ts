import { exampleFiles } from '../../example-files.ts'
import type { FindingFacts, RuleText } from '../../rule.ts'
import { defineProjectRule } from '../supply-chain-rule.ts'
import { confusableIndexes } from './confusable-indexes.ts'
import { confusableNames } from './confusable-names.ts'
import { ConfusionArguments } from './confusion-arguments.ts'

export const dependencyConfusion = defineProjectRule({
  document: {
    id: 'dependency-confusion',
    title: 'Dependency confusion: an internal package name can be claimed on the public registry',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-427', 'CWE-829'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'pip, Poetry, or uv looks up every name in a second index (`--extra-index-url`, `supplemental`, ' +
      '`unsafe-best-match`). The rule also covers npm projects that bind a scope to a registry but depend on an ' +
      'unscoped name that looks internal. Packages with a version such as 99.99.99, which is typical of attacks, ' +
      'are reported too. Public indexes are not reported, nor are pip requirements that specify hashes.',
    why:
      'An attacker can publish a package on a public registry with the name of an internal package and a higher ' +
      "version number. Package managers can then install the attacker's package and run its install scripts.",
    remediation:
      'Use a single index for all packages (`--index-url`), or pin each package to an index (`tool.uv.sources`). ' +
      'Publish internal npm packages under a scope, and map the scope to its registry in `.npmrc`.',
    examples: {
      bad: [
        exampleFiles({
          'requirements.txt': '--extra-index-url https://packages.acme.example/simple\nacme-billing==1.4.2',
        }),
        exampleFiles({
          '.npmrc': '@acme:registry=https://packages.acme.example/',
          'package.json': '{ "name": "@acme/shop", "dependencies": { "acme-billing": "^1.4.2" } }',
        }),
        exampleFiles({ 'package.json': '{ "name": "acme-billing", "version": "99.99.99" }' }),
      ],
      good: [
        exampleFiles({ 'requirements.txt': '--index-url https://packages.acme.example/simple\nacme-billing==1.4.2' }),
        exampleFiles({
          '.npmrc': '@acme:registry=https://packages.acme.example/',
          'package.json': '{ "name": "@acme/shop", "dependencies": { "@acme/billing": "^1.4.2", "zod": "^4.0.0" } }',
        }),
      ],
    },
  },
  arguments: ConfusionArguments,
  describe,
  *find(project) {
    yield* confusableIndexes(project)
    yield* confusableNames(project)
  },
})

function describe(args: ConfusionArguments, { location }: FindingFacts): RuleText {
  const path = location?.path ?? 'the project'
  const attack =
    'An attacker can replace an internal package by publishing a package with the same name on a public index.'
  switch (args.kind) {
    case 'pip-index':
      return {
        title: `Dependency confusion through an additional pip index in ${path}`,
        message:
          `${path} configures an additional index for pip. pip installs the highest version that it finds in any ` +
          `index. ${attack}`,
        remediation:
          'Replace `--extra-index-url` with a single `--index-url` that serves public and internal packages.',
      }
    case 'uv-strategy':
      return {
        title: `Dependency confusion through the uv index strategy in ${path}`,
        message: `${path} lets uv choose a version of a package from any index. ${attack}`,
        remediation: 'Remove `index-strategy`, and pin internal packages to their index with `tool.uv.sources`.',
      }
    case 'poetry-source':
      return {
        title: `Dependency confusion through an additional Poetry source in ${path}`,
        message:
          `${path} configures an additional Poetry source for all packages. A dependency without a \`source\` ` +
          `can come from either index. ${attack}`,
        remediation: 'Set `priority = "explicit"`, and specify the `source` of every internal dependency.',
      }
    case 'unscoped-name':
      return {
        title: `Dependency confusion for "${args.name}" in ${path}`,
        message:
          `${args.settingsPath} maps the scope @${args.scope} to a separate registry. ${path} depends on ` +
          `"${args.name}", which has no scope, so npm installs it from the default registry. The owner of this ` +
          'package name on the default registry controls the code.',
        remediation: `Publish the package under the scope, and change the dependency to \`@${args.scope}/…\`.`,
      }
    case 'high-version':
      return {
        title: `Possible dependency confusion with version ${args.version} in ${path}`,
        message:
          `${path} sets the version of "${args.name}" to ${args.version}. Dependency confusion attacks use high ` +
          'version numbers like this one to take the place of an internal package that has the same name.',
        remediation: 'Do not install the package until you have verified its publisher.',
      }
  }
}
