//! The tree decomposition of an elimination order, and what it says about branching.

use std::collections::VecDeque;

use super::elimination::Elimination;

/// Bags of vertices in a tree: every edge of the graph is in a bag, and the bags of a vertex are connected.
///
/// Each eliminated vertex has a bag: itself and its neighbours at that time; it hangs on the bag of the neighbour that
/// was eliminated first. The core, if any, is one bag more.
pub(super) struct TreeDecomposition {
    bags: Vec<Vec<u32>>,
    adjacent: Vec<Vec<u32>>,
    /// The vertex that each bag is the bag of; it is in no bag nearer to the root of the elimination.
    vertex_count: usize,
}

impl TreeDecomposition {
    pub(super) fn new(elimination: Elimination) -> Self {
        let Elimination { order, later, core } = elimination;
        let vertex_count = later.len();
        // The bag of the core comes after those of the vertices.
        let mut bag_of = vec![order.len() as u32; vertex_count];
        for (bag, &vertex) in order.iter().enumerate() {
            bag_of[vertex as usize] = bag as u32;
        }
        let mut bags: Vec<Vec<u32>> = Vec::with_capacity(order.len() + 1);
        let mut adjacent = vec![Vec::new(); order.len() + 1];
        for (bag, &vertex) in order.iter().enumerate() {
            let others = &later[vertex as usize];
            if let Some(parent) = others.iter().map(|&other| bag_of[other as usize]).min() {
                adjacent[bag].push(parent);
                adjacent[parent as usize].push(bag as u32);
            }
            bags.push(others.iter().copied().chain([vertex]).collect());
        }
        bags.push(core);
        Self { bags, adjacent, vertex_count }
    }

    /// By vertex: the depth of the first bag that holds it, counted in bags that hold something new, when each tree
    /// hangs on a bag that leaves no subtree more than half of the vertices.
    pub(super) fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![u32::MAX; self.vertex_count];
        let mut reached = vec![false; self.bags.len()];
        for start in 0..self.bags.len() as u32 {
            if !reached[start as usize] {
                let tree = self.preorder(start);
                tree.iter().for_each(|&(bag, _)| reached[bag as usize] = true);
                self.rank_from(self.centroid(&tree), &mut ranks);
            }
        }
        ranks
    }

    /// The bags of the tree of `start` with their parents, parents first.
    fn preorder(&self, start: u32) -> Vec<(u32, u32)> {
        let mut tree = vec![(start, start)];
        let mut next = 0;
        while let Some(&(bag, parent)) = tree.get(next) {
            next += 1;
            tree.extend(
                self.adjacent[bag as usize].iter().filter(|&&other| other != parent).map(|&other| (other, bag)),
            );
        }
        tree
    }

    /// The bag of the tree whose largest subtree is smallest.
    fn centroid(&self, tree: &[(u32, u32)]) -> u32 {
        let mut sizes = vec![0usize; self.bags.len()];
        let mut largest = vec![0usize; self.bags.len()];
        for &(bag, parent) in tree.iter().rev() {
            sizes[bag as usize] += 1;
            if parent != bag {
                sizes[parent as usize] += sizes[bag as usize];
                largest[parent as usize] = largest[parent as usize].max(sizes[bag as usize]);
            }
        }
        let worst = |bag: u32| largest[bag as usize].max(tree.len() - sizes[bag as usize]);
        tree.iter().map(|&(bag, _)| bag).min_by_key(|&bag| worst(bag)).expect("a tree has a bag")
    }

    fn rank_from(&self, root: u32, ranks: &mut [u32]) {
        let mut queue = VecDeque::from([(root, root, 0)]);
        while let Some((bag, parent, depth)) = queue.pop_front() {
            let mut next = depth;
            for &vertex in &self.bags[bag as usize] {
                if ranks[vertex as usize] == u32::MAX {
                    ranks[vertex as usize] = depth;
                    next = depth + 1;
                }
            }
            let others = self.adjacent[bag as usize].iter().filter(|&&other| other != parent);
            queue.extend(others.map(|&other| (other, bag, next)));
        }
    }
}
