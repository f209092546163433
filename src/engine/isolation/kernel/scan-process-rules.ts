import type { FilterRules } from './filter-rules.ts'

/**
 * Rules of a process that uses the network, and starts other processes that confine themselves further. They refuse
 * calls that reach the memory of other processes, change the system, or open files without a path, which
 * `file-rules.ts` does not restrict. Calls that a child of the process needs are allowed, such as `unshare`.
 */
export function scanProcessRules(): FilterRules {
  return {
    otherwise: 'allow',
    allowed: [],
    conditional: [],
    rejected: {
      'not-permitted': [
        ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'perf_event_open', 'pidfd_getfd'] as const),
        ...(['mount', 'umount2', 'pivot_root', 'chroot', 'open_by_handle_at', 'setns'] as const),
        ...(['init_module', 'finit_module', 'kexec_load', 'bpf', 'userfaultfd'] as const),
        ...(['add_key', 'request_key', 'keyctl'] as const),
      ],
      // The kernel would execute calls that the filter does not see.
      'not-implemented': ['io_uring_setup'],
    },
  }
}
