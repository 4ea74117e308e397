import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { type OperationTitle, OTHER } from '../../resolvers/operation-record.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** The most different labels, however many documents the operator trusts. */
const LABELS_MAX = 1_000;

const NAME_LENGTH_MAX = 100;

/**
 * What operations are called in the log and in metrics. Only documents that the operator has published
 * have labels of their own, since each label adds a time series to every metric.
 */
export class OperationTitles {
  readonly #trusted: Pick<TrustedDocuments, 'includes'> | null;
  readonly #titles = new WeakMap<OperationDefinitionNode, OperationTitle>();
  /** The labels in use. */
  readonly #labels = new Set<string>();

  constructor(trusted: Pick<TrustedDocuments, 'includes'> | null) {
    this.#trusted = trusted;
  }

  /** `definition` is the operation that is executed, one of the document's. */
  of(document: DocumentNode, definition: OperationDefinitionNode): OperationTitle {
    let title = this.#titles.get(definition);
    if (title === undefined) {
      const name = definition.name?.value.slice(0, NAME_LENGTH_MAX) ?? null;
      title = { type: definition.operation, name, label: this.#labelOf(document, name) };
      this.#titles.set(definition, title);
    }
    return title;
  }

  #labelOf({ loc }: DocumentNode, name: string | null): string {
    const isTrusted = loc !== undefined && this.#trusted?.includes(loc.source.body);
    if (name === null || !isTrusted) return OTHER;
    if (!this.#labels.has(name) && this.#labels.size >= LABELS_MAX) return OTHER;
    this.#labels.add(name);
    return name;
  }
}
