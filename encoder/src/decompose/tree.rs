//! The tree decomposition of an elimination order, and what it says about branching.

use super::elimination::Elimination;

/// An order for branching, and one for numbering; vertices stand for variables and clauses.
pub(super) struct Arrangement {
    /// By vertex: the depth of the first bag that holds it, counted in bags that hold something new.
    pub(super) ranks: Vec<u32>,
    /// The vertices; those of a subtree, unless they are in a bag above it, follow each other.
    pub(super) sequence: Vec<u32>,
    /// What a search in this order takes, roughly: only good to compare orders of the same clauses.
    pub(super) cost: f64,
}

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

    /// What the search makes of the decomposition.
    pub(super) fn arrangement(&self) -> Arrangement {
        let mut arrangement = Arrangement {
            ranks: vec![u32::MAX; self.vertex_count],
            sequence: Vec::with_capacity(self.vertex_count),
            cost: 0.0,
        };
        let mut reached = vec![false; self.bags.len()];
        for start in 0..self.bags.len() as u32 {
            if !reached[start as usize] {
                let tree = self.preorder(start);
                tree.iter().for_each(|&(bag, _)| reached[bag as usize] = true);
                let (root, cost) = self.root(&tree);
                arrangement.cost += cost;
                self.arrange_from(root, &mut arrangement);
            }
        }
        arrangement
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

    /// The bag to hang the tree on, and what a search from there takes.
    ///
    /// A search meets each bag in as many ways as it can be assigned, and then looks at the whole subtree: large bags
    /// belong far below.
    fn root(&self, tree: &[(u32, u32)]) -> (u32, f64) {
        let mut sizes = vec![0.0; self.bags.len()];
        for &(bag, parent) in tree.iter().rev() {
            sizes[bag as usize] += 1.0;
            if parent != bag {
                sizes[parent as usize] += sizes[bag as usize];
            }
        }
        let whole = sizes[tree[0].0 as usize];
        // Another root costs as much as the first one, but for the bags on the way there: their subtrees change.
        let mut costs = vec![0.0; self.bags.len()];
        costs[tree[0].0 as usize] = tree.iter().map(|&(bag, _)| self.ways(bag) * sizes[bag as usize]).sum();
        for &(bag, parent) in &tree[1..] {
            let size: f64 = sizes[bag as usize];
            costs[bag as usize] = costs[parent as usize] - self.ways(parent) * size + self.ways(bag) * (whole - size);
        }
        let bags = tree.iter().map(|&(bag, _)| (bag, costs[bag as usize]));
        bags.min_by(|(_, a), (_, b)| a.total_cmp(b)).expect("a tree has a bag")
    }

    /// In how many ways a search meets a bag, roughly: clauses and other bags leave few of all assignments.
    fn ways(&self, bag: u32) -> f64 {
        (0.4 * f64::from(self.bags[bag as usize].len() as u32)).min(300.0).exp2()
    }

    fn arrange_from(&self, root: u32, arrangement: &mut Arrangement) {
        let mut pending = vec![(root, root, 0)];
        while let Some((bag, parent, depth)) = pending.pop() {
            let mut next = depth;
            for &vertex in &self.bags[bag as usize] {
                if arrangement.ranks[vertex as usize] == u32::MAX {
                    arrangement.ranks[vertex as usize] = depth;
                    arrangement.sequence.push(vertex);
                    next = depth + 1;
                }
            }
            let others = self.adjacent[bag as usize].iter().filter(|&&other| other != parent);
            pending.extend(others.map(|&other| (other, bag, next)));
        }
    }
}
