import { exec } from 'node:child_process';

export function ping(host) {
  return new Promise((resolve) => {
    exec(`ping -c 4 ${host}`, { timeout: 15000 }, (error, stdout, stderr) => {
      resolve(error ? stderr || error.message : stdout);
    });
  });
}
