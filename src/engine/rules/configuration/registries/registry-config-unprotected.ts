import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { displayAddress, displayLine } from '../../display-text.ts'
import { isLocalAddress } from '../clients/local-address.ts'
import { registrySettings } from './registry-settings.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const of = (path: string, text: string) => exampleFiles({ [path]: text })

export const registryConfigUnprotected = defineConfigurationRule({
  document: {
    id: 'registry-config-unprotected',
    title: 'Unprotected package registry: packages are downloaded without encryption or certificate validation',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-319', 'CWE-295'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A committed `.npmrc`, `pip.conf`, `.pypirc`, or `.yarnrc.yml` specifies an `http:` URL for a registry, or ' +
      'disables certificate validation (`strict-ssl=false`, `trusted-host`). Local and private addresses are not ' +
      'reported.',
    why: 'An attacker on the network path can deliver malicious packages, which can run code during installation.',
    remediation:
      'Use an `https:` URL for the registry, and leave certificate validation enabled. If a private certificate ' +
      "authority issued the registry's certificate, set `cafile` (npm), `httpsCaFilePath` (Yarn), or `cert` (pip) " +
      'to the path of the CA certificate.',
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
  arguments: z.object({
    setting: z.string(),
    /** Value that disables certificate checks. Absent if the registry URL is not encrypted. */
    value: z.string().optional(),
  }),
  describe({ setting, value }, { location }) {
    const path = location?.path ?? 'the settings'
    const consequence = 'An attacker on the network path can deliver malicious packages.'
    return value === undefined
      ? {
          title: `Cleartext package registry URL in ${path}`,
          message: `The setting "${setting}" in ${path} specifies an \`http:\` URL for a registry. ${consequence}`,
        }
      : {
          title: `Disabled certificate validation in ${path}`,
          message: `${path} sets "${setting}" to "${value}", which disables certificate validation. ${consequence}`,
        }
  },
  *find(file) {
    for (const { name, value, line } of registrySettings(file)) {
      const isCleartext =
        /(?:registry|index-url|find-links|repository|npmRegistryServer)$/i.test(name) &&
        /^http:\/\//i.test(value) &&
        !isLocalAddress(value)
      const isUnchecked =
        (/^(?:strict-ssl|enableStrictSsl)$/i.test(name) && value === 'false') ||
        (name === 'trusted-host' && !isLocalAddress(`http://${value}`))
      if (isCleartext || isUnchecked)
        yield {
          arguments: { setting: name, ...(!isCleartext && { value: displayLine(value, 80) }) },
          subject: `${name} ${value.slice(0, 200)}`,
          at: file.placeOfLine(line, `${name}=${displayAddress(value)}`),
        }
    }
  },
})
