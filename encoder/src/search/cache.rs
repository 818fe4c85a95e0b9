//! Values of components that have been solved, within a bound of memory.

use hashbrown::HashTable;

/// A stored value; its key stands in the buffer of the cache.
struct CacheEntry<V> {
    hash: u64,
    start: usize,
    length: u32,
    /// The tick when it was stored or last found.
    used: u32,
    value: V,
}

/// Keys are compared in full: a hit is the same component.
pub(super) struct Cache<V> {
    table: HashTable<u32>,
    entries: Vec<CacheEntry<V>>,
    keys: Vec<u8>,
    /// Bytes that values hold besides their own size.
    heap: usize,
    heap_bytes: fn(&V) -> usize,
    limit: usize,
    tick: u32,
}

impl<V: Clone> Cache<V> {
    /// An empty cache that stays within about `limit` bytes; `heap_bytes` measures what a value holds elsewhere.
    pub(super) fn new(limit: usize, heap_bytes: fn(&V) -> usize) -> Self {
        let (entries, keys) = (Vec::new(), Vec::new());
        Self { table: HashTable::new(), entries, keys, heap: 0, heap_bytes, limit, tick: 0 }
    }

    /// Stays within about `limit` bytes from the next value on.
    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// The value that was stored with the same key.
    pub(super) fn get(&mut self, hash: u64, key: &[u8]) -> Option<V> {
        let (entries, keys) = (&self.entries, &self.keys);
        let found = self.table.find(hash, |&index| {
            let entry = &entries[index as usize];
            entry.hash == hash && keys[entry.start..entry.start + entry.length as usize] == *key
        });
        let entry = &mut self.entries[*found? as usize];
        entry.used = self.tick;
        Some(entry.value.clone())
    }

    /// Stores the value of a component that is not in the cache.
    pub(super) fn insert(&mut self, hash: u64, key: &[u8], value: V) {
        while self.bytes() > self.limit && !self.entries.is_empty() {
            self.evict();
        }
        self.tick = self.tick.saturating_add(1);
        self.heap += (self.heap_bytes)(&value);
        let entry = CacheEntry { hash, start: self.keys.len(), length: key.len() as u32, used: self.tick, value };
        self.keys.extend_from_slice(key);
        let index = self.entries.len() as u32;
        self.entries.push(entry);
        let entries = &self.entries;
        self.table.insert_unique(hash, index, |&index| entries[index as usize].hash);
    }

    /// Growing vectors can take half as much again.
    pub(super) fn bytes(&self) -> usize {
        let entry = size_of::<CacheEntry<V>>() + 2 * size_of::<u32>();
        self.entries.len() * entry + self.keys.len() + self.heap
    }

    /// Drops the half that has not been used for longest.
    fn evict(&mut self) {
        let mut ticks: Vec<u32> = self.entries.iter().map(|entry| entry.used).collect();
        let middle = ticks.len() / 2;
        let (_, &mut threshold, _) = ticks.select_nth_unstable(middle);
        drop(ticks);
        self.table.clear();
        let (mut end, mut index, mut heap) = (0, 0, 0);
        let Self { entries, keys, table, heap_bytes, .. } = self;
        entries.retain_mut(|entry| {
            if entry.used <= threshold {
                return false;
            }
            keys.copy_within(entry.start..entry.start + entry.length as usize, end);
            entry.start = end;
            end += entry.length as usize;
            heap += heap_bytes(&entry.value);
            true
        });
        keys.truncate(end);
        for entry in entries.iter() {
            table.insert_unique(entry.hash, index, |&index| entries[index as usize].hash);
            index += 1;
        }
        self.heap = heap;
    }
}
