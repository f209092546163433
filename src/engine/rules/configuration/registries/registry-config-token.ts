import { exampleFiles } from '../../example-files.ts'
import { displayLine } from '../../display-text.ts'
import type { WordyConfigurationRule } from '../../remark.ts'
import { isSecretValue, maskedSetting, passwordInAddress } from '../secret-setting.ts'
import { exampleSecret } from '../example-secret.ts'
import { registrySettings } from './registry-settings.ts'

const of = (path: string, text: string) => exampleFiles({ [path]: text })

export const registryConfigToken: WordyConfigurationRule = {
  document: {
    id: 'registry-config-token',
    title: 'Settings of a package manager hold a credential',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-798', 'CWE-540'],
    owaspMcp: ['MCP01:2025'],
    safeMcp: ['SAFE-T1502'],
    what:
      'A committed `.npmrc`, `.pypirc`, `pip.conf` or `.yarnrc.yml` has the value of a token or password of a ' +
      'package registry. Variables and placeholders are left out.',
    why:
      'Whoever has it reads the private packages of the registry; many such credentials may publish too, and ' +
      'what is published runs at everybody who installs it.',
    remediation:
      'Revoke it at the registry. Refer to a variable in place of it: `//registry.example/:_authToken=${NPM_TOKEN}`.',
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
  *find(file) {
    for (const { name, value, line } of registrySettings(file)) {
      const secret =
        /(?:^|:)_?(?:auth(?:token)?|password)$|^npmAuth(?:Token|Ident)$/i.test(name) && isSecretValue(value)
          ? value
          : passwordInAddress(value)
      if (secret !== undefined)
        yield {
          title: `A credential of a registry stands in ${file.path}`,
          message:
            `${file.path} holds the value of ${displayLine(name, 120)}: whoever has the file can go to the ` +
            'registry with it.',
          subject: name.slice(0, 200),
          at: file.placeOfLine(line, maskedSetting(name, secret)),
        }
    }
  },
}
