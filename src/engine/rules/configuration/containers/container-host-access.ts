import { exampleFiles } from '../../example-files.ts'
import type { WordyConfigurationRule, Remark } from '../../remark.ts'
import type { SettingsFile } from '../settings-file.ts'
import { itemsOf, textOf, under, type Value } from '../../../inventory/settings-files/value.ts'
import { composeServices, placeInCompose } from './compose-services.ts'

const of = (setting: string) =>
  exampleFiles({ 'compose.yaml': `services:\n  agent:\n    image: registry.example/agent:1.2\n${setting}` })

export const containerHostAccess: WordyConfigurationRule = {
  document: {
    id: 'container-host-access',
    title: 'A container may do everything on its host',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-250', 'CWE-653'],
    owaspMcp: ['MCP02:2025'],
    safeMcp: [],
    what:
      'A compose file starts a container `privileged`, with the socket of the container daemon, with the root ' +
      'folder of the host, or in its process space.',
    why:
      'Any of these is the whole host: who gets into the container starts one with every folder of the host, ' +
      'or writes to its disks.',
    remediation:
      'Take the right away, or give the one that is needed: a device, a folder, a capability; in place of ' +
      'the socket a proxy that allows single calls.',
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
  *find(file) {
    for (const { key, value } of composeServices(file)) {
      yield* set(file, key, value, 'privileged', /^true$/i, 'runs privileged')
      yield* set(file, key, value, 'pid', /^host$/, 'sees all processes of the host')
      for (const item of itemsOf(under(value, 'cap_add')))
        if (/^(?:CAP_)?(?:SYS_ADMIN|ALL)$/i.test(textOf(item) ?? ''))
          yield remark(file, key, item, 'may administer the system', 'cap_add')
      for (const volume of itemsOf(under(value, 'volumes'))) {
        const source = textOf(volume)?.split(':')[0] ?? textOf(under(volume, 'source')) ?? ''
        if (/(?:docker|podman|containerd|crio)\.sock$/.test(source))
          yield remark(file, key, volume, 'has the socket of the container daemon', 'socket')
        else if (/^\/(?:etc|root|proc|sys)?\/?$/.test(source) && !/:ro$|,ro$/.test(textOf(volume) ?? ''))
          yield remark(file, key, volume, `has the folder ${source} of the host`, source)
      }
    }
  },
}

function* set(
  file: SettingsFile,
  service: string,
  value: Value,
  key: string,
  is: RegExp,
  what: string,
): Generator<Remark> {
  const found = under(value, key)
  if (found && is.test(textOf(found) ?? '')) yield remark(file, service, found, what, key)
}

const remark = (file: SettingsFile, service: string, { offset }: Value, what: string, subject: string): Remark => ({
  title: `${service} ${what} in ${file.path}`,
  message: `In ${file.path} the service ${service} ${what}: who gets into it has the host.`,
  subject: `${service} ${subject}`,
  at: placeInCompose(file, offset),
})
