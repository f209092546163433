import { execFile } from 'node:child_process';

export function ping(host) {
  return new Promise((resolve) => {
    execFile('ping', ['-c', '4', '--', host], { timeout: 15000 }, (error, stdout, stderr) => {
      resolve(error ? stderr || error.message : stdout);
    });
  });
}
