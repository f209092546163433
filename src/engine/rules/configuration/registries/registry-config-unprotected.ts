import { exampleFiles } from '../../example-files.ts'
import { displayAddress, displayLine } from '../../display-text.ts'
import { isNearAddress } from '../clients/near-address.ts'
import type { WordyConfigurationRule } from '../../remark.ts'
import { registrySettings } from './registry-settings.ts'

const of = (path: string, text: string) => exampleFiles({ [path]: text })

export const registryConfigUnprotected: WordyConfigurationRule = {
  document: {
    id: 'registry-config-unprotected',
    title: 'Packages are fetched without making sure whose they are',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-319', 'CWE-295'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A committed `.npmrc`, `pip.conf` or `.yarnrc.yml` names a registry by `http:`, or turns the check of ' +
      'certificates off (`strict-ssl=false`, `trusted-host`).',
    why: 'Whoever is on the way hands out other packages, and an installation runs them.',
    remediation:
      "Name the registry by `https:`. Where its certificate is of an authority of one's own, name that one: " +
      '`cafile=`, `cert =`.',
    examples: {
      bad: [
        of('.npmrc', 'registry=http://registry.example.com/'),
        of('.npmrc', 'strict-ssl=false'),
        of('pip.conf', '[global]\ntrusted-host = index.example.com'),
      ],
      good: [
        of('.npmrc', 'registry=https://registry.example.com/\nstrict-ssl=true'),
        of('.npmrc', 'registry=http://localhost:4873/'),
        of('pip.conf', '[global]\nindex-url = https://index.example.com/simple'),
      ],
    },
  },
  kinds: ['npmrc', 'pip', 'pypirc', 'yarnrc'],
  *find(file) {
    for (const { name, value, line } of registrySettings(file)) {
      const isPlain =
        /(?:registry|index-url|find-links|repository|npmRegistryServer)$/i.test(name) &&
        /^http:\/\//i.test(value) &&
        !isNearAddress(value)
      const isBlind =
        (/^(?:strict-ssl|enableStrictSsl)$/i.test(name) && value === 'false') ||
        (name === 'trusted-host' && !isNearAddress(`http://${value}`))
      if (isPlain || isBlind)
        yield {
          title: `${file.path} lets others hand out packages`,
          message:
            `${file.path} ` +
            `${isPlain ? `names a registry by \`http:\` (${name})` : `sets ${name} to ${displayLine(value, 80)}`}: ` +
            'whoever is on the way can hand out other packages.',
          subject: `${name} ${value.slice(0, 200)}`,
          at: file.placeOfLine(line, `${name}=${displayAddress(value)}`),
        }
    }
  },
}
