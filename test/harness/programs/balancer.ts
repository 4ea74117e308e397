import { freePort } from './free-port.ts';
import { NginxProcess } from './nginx.ts';

/** A real nginx that sends each request to the next replica, whoever sends it. */
export class Balancer {
  readonly url: string;
  readonly #nginx: NginxProcess;

  private constructor(url: string, nginx: NginxProcess) {
    this.url = url;
    this.#nginx = nginx;
  }

  static async start(replicas: readonly string[]): Promise<Balancer> {
    const port = await freePort();
    const nginx = await NginxProcess.start(() => configuration(port, replicas));
    return new Balancer(`http://127.0.0.1:${port}`, nginx);
  }

  stop(): Promise<void> {
    return this.#nginx.stop();
  }
}

/** The contents of the `http` block. */
function configuration(port: number, replicas: readonly string[]): string {
  const servers = replicas.map((url) => `server ${new URL(url).host};`).join(' ');
  return `
    upstream replicas { ${servers} }
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://replicas;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_read_timeout 1h;
      }
    }
  `;
}
