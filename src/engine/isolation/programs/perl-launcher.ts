import { landlock, rightsMask } from '../kernel/file-rules.ts'
import { filterProgram } from '../kernel/filter-program.ts'
import { programRules } from '../kernel/program-rules.ts'
import { type Architecture, systemCallNumber } from '../kernel/system-calls.ts'
import type { LaunchPlan } from './launchers.ts'

/** Options of `prctl` and `seccomp`, as in `prepare-process.ts` and `native-calls.ts`. */
const [setNoNewPrivileges, setFilter] = [38, 1]
/** First descriptor after the standard descriptors, and the highest one. */
const [firstFurtherDescriptor, lastDescriptor] = [3, 0xffff_ffff]
/** `AT_FDCWD`. */
const currentFolder = -100

/**
 * Program for Perl that does the same as `launch.ts`. Arguments: <filter in hexadecimal digits> <program> <name>
 * <number of file rules> <rights and path of each rule> <words of the program>. The filter is not in a file, because
 * without file rules, a compromised program could replace it for the next start.
 */
function script(architecture: Architecture): string {
  const number = (call: Parameters<typeof systemCallNumber>[0]) => systemCallNumber(call, architecture)
  return `
my ($filter, $program, $name, $count) = splice @ARGV, 0, 4;
my $code = pack('H*', $filter);
my @rules = splice @ARGV, 0, 2 * $count;
sub failed { print STDERR "launcher: the system refused $_[0] ($!)\\n"; exit 127 }
sub check { $_[1] < 0 ? failed($_[0]) : $_[1] }
check('to close descriptors', syscall(${number('close_range')}, ${firstFurtherDescriptor}, ${lastDescriptor}, 0));
check('to give up privileges', syscall(${number('prctl')}, ${setNoNewPrivileges}, 1, 0, 0, 0));
if (@rules) {
  my $version = check('Landlock', syscall(${number('landlock_create_ruleset')}, 0, 0, ${landlock.askForVersion}));
  my @rights = (${landlock.rightsByVersion.join(', ')});
  my $rights = $rights[$version > $#rights ? $#rights : $version];
  my $all = pack('QQQ', (1 << $rights) - 1, $version >= 4 ? 3 : 0, $version >= 6 ? 3 : 0);
  my $set = check('the rules for files', syscall(${number('landlock_create_ruleset')}, $all, length($all), 0));
  while (my ($mask, $path) = splice @rules, 0, 2) {
    my $named = check($path, syscall(${number('openat')}, ${currentFolder}, $path, ${landlock.onlyName}, 0));
    my $rule = pack('Ql', $mask, $named);
    check($path, syscall(${number('landlock_add_rule')}, $set, ${landlock.ruleForPath}, $rule, 0));
    syscall(${number('close')}, $named);
  }
  check('the rules for files', syscall(${number('landlock_restrict_self')}, $set, 0));
  syscall(${number('close')}, $set);
}
my $filtering = pack('Sx6P', length($code) / 8, $code);
check('the filter for system calls', syscall(${number('seccomp')}, ${setFilter}, 0, $filtering));
exec { $program } $name, @ARGV;
failed("to start $program");
`
}

/** Returns the command prefix that starts a program with Perl, in about 3 ms. Debian and Ubuntu always include Perl. */
export function perlLauncher({ program, files = [] }: LaunchPlan, name: string, architecture: Architecture): string[] {
  const filter = filterProgram(architecture, programRules()).toString('hex')
  const rules = files.flatMap(({ path, rights }) => [`${rightsMask(rights)}`, path])
  return ['perl', '-f', '-e', script(architecture), '--', filter, program, name, `${files.length}`, ...rules]
}
