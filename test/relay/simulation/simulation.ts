import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { Leader } from '../../../src/live/relay/leader/leader.ts';
import type { NewLeader } from '../../../src/live/relay/relayed-stream.ts';
import type { Clock } from '../../../src/scheduling/clock.ts';
import { ModelRedis } from '../model/model-redis.ts';
import { ModelStore, type ModelStoreOptions } from '../model/model-store.ts';
import { type Action, type History, REPLICAS } from './history.ts';
import { checkBoards, checkRest, checkStreams, checkTruth } from './invariants.ts';
import { Network } from './network.ts';
import { ProcessClock } from './process-clock.ts';
import { BOARD, SimulatedReplica } from './replica.ts';
import { SimulatedSubscriber } from './subscriber.ts';
import { SimulatedUpstream } from './upstream.ts';
import { settle, WorldClock } from './world-clock.ts';

/** A fault that is planted in what a simulation is made of. */
export interface Fault {
  readonly checksTerms?: boolean;
  readonly newStore?: (options: ModelStoreOptions) => ModelStore;
  readonly newLeader?: NewLeader<Odds>;
  readonly usedClock?: (clock: ProcessClock) => Clock;
}

/** Long enough for any failure to be over, if nothing else happens. */
const REST_MS = 20_000;

interface Slot {
  replica: SimulatedReplica | null;
  readonly network: Network;
}

/** Plays one history, and throws where an invariant is broken. */
export class Simulation {
  readonly #random: () => number;
  readonly #world: WorldClock;
  readonly #redis: ModelRedis;
  readonly #upstream: SimulatedUpstream;
  readonly #fault: Fault;
  readonly #slots: Slot[];
  readonly #subscribers: SimulatedSubscriber[];
  #names = 0;
  #backup: (() => void) | null = null;
  #isWaking = false;
  /** A row that was shown to be gone, though upstream never withdrew it. */
  #falseRemoval: string | null = null;

  constructor(seed: number, fault: Fault) {
    const generator = xoroshiro128plus(seed);
    this.#random = () => uniformFloat64(generator);
    this.#fault = fault;
    this.#world = new WorldClock(this.#random);
    const { checksTerms = true } = fault;
    this.#redis = new ModelRedis({ clock: this.#world, checksTerms, logStepsMax: 4 });
    this.#upstream = new SimulatedUpstream();
    this.#slots = Array.from({ length: REPLICAS }, () => ({
      replica: null,
      network: new Network((least, most) => this.#between(least, most)),
    }));
    const [first] = this.#slots.map((slot) => this.#start(slot));
    this.#subscribers = [null, 'draftkings', 'fanduel'].map(
      (book) => new SimulatedSubscriber(first as SimulatedReplica, book),
    );
  }

  async play(actions: readonly Action[]): Promise<void> {
    for (const action of actions) {
      await this.#do(action);
      await settle();
      this.#check();
    }
    await this.#rest();
    checkTruth(this.#replicas, this.#upstream);
    await this.#heal();
    await this.#rest();
    checkTruth(this.#replicas, this.#upstream);
    checkRest(this.#replicas, this.#upstream);
    this.#checkSubscribers();
  }

  async #do(action: Action): Promise<void> {
    switch (action.does) {
      case 'move':
      case 'withdraw':
      case 'offer':
      case 'replace':
        this.#upstream[action.does](action.rows);
        break;
      case 'pass':
        await this.#world.run(action.ms);
        break;
      case 'sync':
        this.#sync(this.#subscribers[action.subscriber]);
        break;
      case 'go':
        this.#go(this.#subscribers[action.subscriber], this.#slots[action.replica]?.replica);
        break;
      case 'cut upstream':
      case 'stop upstream':
      case 'start upstream':
        this.#upstream.isUp = action.does !== 'stop upstream';
        if (action.does !== 'start upstream') this.#upstream.cut();
        break;
      case 'step wall of Redis':
        this.#redis.stepWall(action.ms);
        break;
      case 'empty Redis':
      case 'back up Redis':
      case 'restore Redis':
      case 'evict rows':
      case 'spoil Redis':
        this.#harmRedis(action.does);
        break;
      default: {
        const slot = this.#slots[action.replica];
        if (slot !== undefined) await this.#doTo(slot, action);
      }
    }
  }

  async #doTo(slot: Slot, action: Extract<Action, { replica: number }>): Promise<void> {
    const { replica, network } = slot;
    switch (action.does) {
      case 'start':
        if (replica === null) this.#start(slot);
        break;
      case 'crash':
        replica?.crash();
        slot.replica = null;
        break;
      case 'leave':
        if (!replica?.clock.isRunning) break;
        replica.close();
        slot.replica = null;
        break;
      case 'pause':
        replica?.clock.pause();
        break;
      case 'wake':
        await this.#wake(slot);
        break;
      case 'isolate':
        network.isCut = !network.isCut;
        break;
      case 'slow down':
        network.isSlow = !network.isSlow;
        break;
      case 'lose answers':
        network.lostAnswers = 3;
        break;
      case 'delay commands':
        network.lateCommands = 3;
        break;
      case 'stall':
        replica?.clock.pause();
        await this.#world.run(action.ms);
        await this.#wake(slot);
        break;
      case 'reconnect':
        replica?.reconnect();
        break;
      case 'step wall':
        replica?.clock.stepWall(action.ms);
    }
  }

  #harmRedis(does: string): void {
    if (does === 'back up Redis') this.#backup = this.#redis.backup();
    if (does === 'evict rows') this.#redis.evictRows(BOARD);
    if (does === 'spoil Redis') this.#redis.spoilHead(BOARD);
    if (does === 'restore Redis') this.#backup?.();
    if (does === 'empty Redis') this.#redis.clear();
  }

  #start(slot: Slot): SimulatedReplica {
    this.#names += 1;
    const clock = new ProcessClock(this.#world);
    const { newStore = (options) => new ModelStore(options), newLeader, usedClock } = this.#fault;
    const { network } = slot;
    const redis = this.#redis;
    const passage = () => network.passage();
    const isCut = () => network.isCut;
    slot.replica = new SimulatedReplica({
      owner: `replica ${this.#names}`,
      ...{ clock, network },
      usedClock: usedClock?.(clock) ?? clock,
      store: newStore({ redis, world: this.#world, clock, passage, isCut }),
      upstream: this.#upstream,
      random: this.#random,
      latency: () => this.#between(1, 6),
      newEpochId: () => {
        this.#names += 1;
        return `epoch ${this.#names}`;
      },
      newLeader: newLeader ?? ((...parameters) => new Leader(...parameters)),
      onRemoval: (id) => {
        if (this.#upstream.permanent.has(id)) this.#falseRemoval = id;
      },
      onOpenUpstream: () => this.#checkStreams(),
    });
    return slot.replica;
  }

  async #wake({ replica }: Slot): Promise<void> {
    this.#isWaking = true;
    await replica?.clock.wake((items) => this.#shuffled(items), settle);
    this.#isWaking = false;
  }

  async #heal(): Promise<void> {
    this.#upstream.isUp = true;
    for (const slot of this.#slots) {
      slot.network.mend();
      await this.#wake(slot);
    }
    const [first] = this.#slots;
    if (this.#replicas.length === 0 && first !== undefined) this.#start(first);
  }

  async #rest(): Promise<void> {
    for (let ms = 0; ms < REST_MS; ms += 4_000) {
      await this.#world.run(4_000);
      this.#check();
    }
  }

  /** The processes that exist, also those that are paused. */
  get #replicas(): SimulatedReplica[] {
    return this.#slots.flatMap(({ replica }) => replica ?? []);
  }

  #go(subscriber: SimulatedSubscriber | undefined, replica: SimulatedReplica | null | undefined) {
    if (subscriber === undefined || !replica) return;
    subscriber.go(replica);
    this.#sync(subscriber);
  }

  #sync(subscriber: SimulatedSubscriber | undefined): void {
    if (subscriber === undefined || !subscriber.replica.clock.isRunning) return;
    const problem = subscriber.sync();
    if (problem !== null) throw new Error(problem);
  }

  /** What holds at every moment. */
  #check(): void {
    if (this.#redis.staleSteps > 0) throw new Error('A step of an earlier term was accepted.');
    if (this.#falseRemoval !== null) {
      throw new Error(`Row ${this.#falseRemoval} is shown as gone, and was never withdrawn.`);
    }
    this.#checkStreams();
    checkBoards(this.#replicas, this.#upstream);
  }

  /** A replica may not know yet what is overdue after a pause. */
  #checkStreams(): void {
    if (!this.#isWaking) checkStreams(this.#replicas);
  }

  /** Subscribers of replicas that are gone go to one that is left. */
  #checkSubscribers(): void {
    const replicas = this.#replicas;
    for (const subscriber of this.#subscribers) {
      const alive = replicas.includes(subscriber.replica) ? subscriber.replica : replicas[0];
      this.#go(subscriber, alive);
      const wrong = subscriber.differences(this.#upstream.board);
      if (wrong.length > 0) throw new Error(`A subscriber rests on wrong rows: ${wrong}.`);
    }
  }

  #between(least: number, most: number): number {
    return Math.floor(least + this.#random() * (most - least + 1));
  }

  #shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, rank: this.#random() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ item }) => item);
  }
}

/** Plays a history from its seed. */
export async function play({ seed, actions }: History, fault: Fault = {}): Promise<void> {
  await new Simulation(seed, fault).play(actions);
}
