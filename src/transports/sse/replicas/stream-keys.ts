import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The name and the secret key that replicas derive from the token of a client's event stream, which only
 * they and the client know. Redis sees the name and the encrypted messages that replicas send
 * each other about the stream. Without the token, messages can neither be read nor forged.
 */
export class StreamKeys {
  /** Identifies the event stream in Redis keys and in notices to other replicas. */
  readonly name: string;
  readonly #key: Buffer;

  /** `deployment` identifies this service, the same on all its replicas. */
  constructor(token: string, deployment: string) {
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', token, deployment, purpose, 32));
    this.name = derive('name').toString('hex');
    this.#key = derive('messages');
  }

  /** Decrypting it succeeds only with the same `purpose`, which no other message has, so that none stands in for it. */
  encrypt(purpose: string, message: unknown): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(purpose));
    const content = cipher.update(JSON.stringify(message));
    return Buffer.concat([nonce, content, cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  /** The message. Throws if it was changed, or encrypted with another token or purpose. */
  decrypt(purpose: string, encrypted: string): unknown {
    const bytes = Buffer.from(encrypted, 'base64');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return JSON.parse(Buffer.concat([content, decipher.final()]).toString());
  }
}
