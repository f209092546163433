import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { displayLine } from '../../display-text.ts'
import { isSecretValue, maskedSetting, passwordInAddress } from '../secret-setting.ts'
import { exampleSecret } from '../example-secret.ts'
import { registrySettings } from './registry-settings.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const of = (path: string, text: string) => exampleFiles({ [path]: text })

export const registryConfigToken = defineConfigurationRule({
  document: {
    id: 'registry-config-token',
    title: 'Hard-coded credential: package manager settings contain a registry credential',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-798', 'CWE-540'],
    owaspMcp: ['MCP01:2025'],
    safeMcp: ['SAFE-T1502'],
    what:
      'A committed `.npmrc`, `.pypirc`, `pip.conf`, or `.yarnrc.yml` contains a token or password for a package ' +
      'registry. Variables and placeholders are not reported.',
    why:
      'Anyone with access to the file can read private packages in the registry. Many registry credentials can also ' +
      "be used to publish packages, which then run on every user's machine.",
    remediation:
      'Revoke the credential at the registry. In `.npmrc` and `.yarnrc.yml`, replace the credential with a ' +
      'variable, such as `${NPM_TOKEN}`. For Python, remove the credential from the file, and use a keyring or an ' +
      'environment variable, such as `PIP_INDEX_URL` or `TWINE_PASSWORD`.',
    examples: {
      bad: [
        of('.npmrc', `//registry.example/:_authToken=${exampleSecret}`),
        of('.pypirc', `[index]\nrepository = https://index.example/\nusername = shop\npassword = ${exampleSecret}`),
        of('pip.conf', `[global]\nextra-index-url = https://shop:${exampleSecret}@index.example/simple`),
      ],
      good: [
        of('.npmrc', '//registry.example/:_authToken=${NPM_TOKEN}\n@acme:registry=https://registry.example/'),
        of('.pypirc', '[index]\nrepository = https://index.example/\nusername = __token__'),
        of('pip.conf', '[global]\nindex-url = https://index.example/simple'),
      ],
    },
  },
  kinds: ['npmrc', 'pypirc', 'pip', 'yarnrc'],
  arguments: z.object({ setting: z.string() }),
  describe({ setting }, { location }) {
    const path = location?.path ?? 'the settings'
    return {
      title: `Hard-coded registry credential in ${path}`,
      message:
        `${path} contains a credential in the setting "${setting}". Anyone with access to the file can use this ` +
        'credential to access the registry.',
    }
  },
  *find(file) {
    for (const { name, value, line } of registrySettings(file)) {
      const secret =
        /(?:^|:)_?(?:auth(?:token)?|password)$|^npmAuth(?:Token|Ident)$/i.test(name) && isSecretValue(value)
          ? value
          : passwordInAddress(value)
      if (secret !== undefined)
        yield {
          arguments: { setting: displayLine(name, 120) },
          subject: name.slice(0, 200),
          at: file.placeOfLine(line, maskedSetting(name, secret)),
        }
    }
  },
})
