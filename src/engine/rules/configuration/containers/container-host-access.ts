import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import type { RuleMatch } from '../../rule-match.ts'
import type { SettingsFile } from '../settings-file.ts'
import { itemsOf, textOf, under, type Value } from '../../../inventory/settings-files/value.ts'
import { composeServices, placeInCompose } from './compose-services.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const of = (setting: string) =>
  exampleFiles({ 'compose.yaml': `services:\n  agent:\n    image: registry.example/agent:1.2\n${setting}` })

const HostAccess = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['privileged', 'host-processes', 'container-socket']) }),
  z.object({ kind: z.literal('capability'), capability: z.string() }),
  z.object({ kind: z.literal('folder'), folder: z.string() }),
])
type HostAccess = z.infer<typeof HostAccess>

const HostAccessArguments = z.object({ service: z.string(), access: HostAccess })
type HostAccessMatch = RuleMatch & { readonly arguments: z.infer<typeof HostAccessArguments> }

export const containerHostAccess = defineConfigurationRule({
  document: {
    id: 'container-host-access',
    title: 'Unrestricted host access: a container can take over its host',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-250', 'CWE-653'],
    owaspMcp: ['MCP02:2025'],
    safeMcp: [],
    what:
      "A Compose file starts a container as `privileged`, in the host's process namespace, or with the `SYS_ADMIN` " +
      'capability. The rule also reports mounts of the container socket and of system folders.',
    why:
      'Each of these settings lets the container control the host. An attacker in the container can start other ' +
      'containers, write system files, or control host processes.',
    remediation:
      'Remove the setting, or grant only the device, folder, or capability that the service needs. Replace the ' +
      'socket with a proxy that allows only the specific API calls you need.',
    examples: {
      bad: [
        of('    privileged: true'),
        of('    volumes:\n      - /var/run/docker.sock:/var/run/docker.sock'),
        of('    pid: host'),
      ],
      good: [of('    privileged: false\n    volumes:\n      - ./files:/files:ro'), of('    cap_drop: [ALL]')],
    },
  },
  kinds: ['compose'],
  arguments: HostAccessArguments,
  describe: ({ service, access }, { location }) => ({
    title: `Unrestricted host access by service "${service}" in ${location?.path ?? 'a Compose file'}`,
    message:
      `The service "${service}" ${accessText(access)}. An attacker who takes over the service can take over the ` +
      'host.',
  }),
  *find(file) {
    for (const { key: service, value } of composeServices(file)) {
      const privileged = under(value, 'privileged')
      if (privileged && /^true$/i.test(textOf(privileged) ?? ''))
        yield matchOf(file, service, privileged, { kind: 'privileged' }, 'privileged')
      const processes = under(value, 'pid')
      if (processes && textOf(processes) === 'host')
        yield matchOf(file, service, processes, { kind: 'host-processes' }, 'pid')
      for (const item of itemsOf(under(value, 'cap_add'))) {
        const capability = textOf(item) ?? ''
        if (/^(?:CAP_)?(?:SYS_ADMIN|ALL)$/i.test(capability))
          yield matchOf(file, service, item, { kind: 'capability', capability }, 'cap_add')
      }
      for (const volume of itemsOf(under(value, 'volumes'))) {
        const source = textOf(volume)?.split(':')[0] ?? textOf(under(volume, 'source')) ?? ''
        if (/(?:docker|podman|containerd|crio)\.sock$/.test(source))
          yield matchOf(file, service, volume, { kind: 'container-socket' }, 'socket')
        else if (/^\/(?:etc|root|proc|sys)?\/?$/.test(source) && !/:ro$|,ro$/.test(textOf(volume) ?? ''))
          yield matchOf(file, service, volume, { kind: 'folder', folder: source }, source)
      }
    }
  },
})

function accessText(access: HostAccess): string {
  switch (access.kind) {
    case 'privileged':
      return 'runs as a privileged container'
    case 'host-processes':
      return "shares the host's process namespace"
    case 'container-socket':
      return "mounts the container daemon's socket"
    case 'capability':
      return `has the capability ${access.capability}`
    case 'folder':
      return `mounts the host folder ${access.folder}`
  }
}

const matchOf = (
  file: SettingsFile,
  service: string,
  { offset }: Value,
  access: HostAccess,
  subject: string,
): HostAccessMatch => ({
  arguments: { service, access: { ...access } },
  subject: `${service} ${subject}`,
  at: placeInCompose(file, offset),
})
