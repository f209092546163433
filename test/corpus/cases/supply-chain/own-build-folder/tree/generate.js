process.stdout.write('welcome\n'.repeat(3))
