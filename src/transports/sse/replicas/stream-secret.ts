import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * What replicas derive from a stream's token, which only they and the client know. Redis sees the name
 * and the proof, and encrypted messages. Without the token none of them can be read or forged.
 */
export class StreamSecret {
  /** The name of the stream in Redis. */
  readonly name: string;
  /** Proves that a caller is the owner of the stream, without showing who that is. */
  readonly proof: string;
  readonly #key: Buffer;

  /** `owner` identifies the caller; `deployment` is the same on all replicas. */
  constructor(token: string, owner: string, deployment: string) {
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', token, deployment, purpose, 32));
    this.name = derive('name').toString('hex');
    this.proof = createHmac('sha256', derive('owner')).update(owner).digest('hex');
    this.#key = derive('messages');
  }

  isProof(proof: string): boolean {
    const [given, own] = [Buffer.from(proof), Buffer.from(this.proof)];
    return given.length === own.length && timingSafeEqual(given, own);
  }

  /** Encrypts a message. `purpose` has to be the same when it is opened. */
  seal(purpose: string, message: unknown): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(purpose));
    const content = cipher.update(JSON.stringify(message));
    return Buffer.concat([nonce, content, cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  /** The message; undefined if it was changed, or sealed with another token or purpose. */
  open(purpose: string, sealed: string): unknown {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return JSON.parse(Buffer.concat([content, decipher.final()]).toString());
    } catch {
      return undefined;
    }
  }
}
