// Formulas as graphs: the text of group/law.go, and of the lanes' own formulas, read into products
// and sums.

// Package lane compiles formulas of the field, eight at a time, to AVX-512 IFMA and what does the
// same without it, and to a portable twin of the same limbs.
package lane

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// A node is one value of a formula.
type node struct {
	kind  nodeKind
	args  []*node // of sums, halves and multiples
	k     int     // nodeTimes: the factor
	pairs []pair  // nodeProduct: the sum of these products
	plus  []term  // nodeProduct: what is added to it before it is reduced
	name  string  // nodeInput: its place
	uses  []*node // by whom, once for each use; nil for an output
	at    int     // its place in the order
	elem  *element
}

type nodeKind int

const (
	nodeInput nodeKind = iota
	nodeProduct
	nodeAdd
	nodeSub
	nodeNeg
	nodeTimes
	nodeHalf
)

type pair struct{ a, b *node }

// A term is added once or twice, or taken away.
type term struct {
	n        *node
	twice    bool
	negative bool
}

// A formula is what a text computes: the last value of every place that it sets.
type formula struct {
	inputs  map[string]*node
	outputs map[string]*node
	order   []*node // in the order of the text, dead ones left out
	negated map[string]bool
}

// A library is the functions that texts may call.
type library map[string]*ast.FuncDecl

func parseLibrary(source string) library {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
	if err != nil {
		fail("%v", err)
	}
	l := library{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			l[f.Name.Name] = f
		}
	}
	return l
}

// A reading is a text on the way to its formula. Places are named parameter.Part, or parameter.
type reading struct {
	lib    library
	values map[string]*node // the last value of each place
	inputs map[string]*node
	order  []*node
	locals int
}

// readFormula reads the function of this name; negated are inputs of which the negative is given
// instead: such an input may occur only where that saves a negation.
func readFormula(lib library, name string, negated ...string) *formula {
	r := &reading{lib: lib, values: map[string]*node{}, inputs: map[string]*node{}}
	f := lib[name]
	if f == nil {
		fail("no formula %s", name)
	}
	same := map[string]string{}
	for _, field := range f.Type.Params.List {
		for _, id := range field.Names {
			same[id.Name] = id.Name
		}
	}
	r.body(f, same)
	out := &formula{inputs: r.inputs, outputs: map[string]*node{}, negated: map[string]bool{}}
	for place, n := range r.values {
		if !strings.HasPrefix(place, "local") && n != r.inputs[place] {
			out.outputs[place] = n
		}
	}
	for _, place := range negated {
		out.negated[place] = true
	}
	out.order = r.order
	out.simplify()
	out.schedule()
	return out
}

// body reads the statements of f, whose parameters and locals are the places that names says.
func (r *reading) body(f *ast.FuncDecl, names map[string]string) {
	for _, s := range f.Body.List {
		switch s := s.(type) {
		case *ast.DeclStmt:
			for _, spec := range s.Decl.(*ast.GenDecl).Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					r.locals++
					names[id.Name] = fmt.Sprintf("local%d", r.locals)
				}
			}
		case *ast.AssignStmt:
			r.values[r.place(s.Lhs[0], names)] = r.value(r.place(s.Rhs[0], names))
		case *ast.ExprStmt:
			r.call(s.X.(*ast.CallExpr), names)
		default:
			fail("%s: a statement that formulas do not have", f.Name.Name)
		}
	}
}

// place is the name of what an operand denotes.
func (r *reading) place(e ast.Expr, names map[string]string) string {
	switch e := e.(type) {
	case *ast.Ident:
		if p, ok := names[e.Name]; ok {
			return p
		}
	case *ast.UnaryExpr:
		return r.place(e.X, names)
	case *ast.StarExpr:
		return r.place(e.X, names)
	case *ast.SelectorExpr:
		return r.place(e.X, names) + "." + e.Sel.Name
	}
	fail("an operand that formulas do not have")
	return ""
}

func (r *reading) value(place string) *node {
	if n := r.values[place]; n != nil {
		return n
	}
	n := &node{kind: nodeInput, name: place}
	r.values[place] = n
	r.inputs[place] = n
	r.order = append(r.order, n)
	return n
}

func (r *reading) call(c *ast.CallExpr, names map[string]string) {
	if id, ok := c.Fun.(*ast.Ident); ok {
		f := r.lib[id.Name]
		if f == nil {
			fail("no formula %s", id.Name)
		}
		inner, i := map[string]string{}, 0
		for _, field := range f.Type.Params.List {
			for _, p := range field.Names {
				inner[p.Name] = r.place(c.Args[i], names)
				i++
			}
		}
		r.body(f, inner)
		return
	}
	method := c.Fun.(*ast.SelectorExpr)
	var args []*node
	k := 0
	for _, a := range c.Args {
		if lit, ok := a.(*ast.BasicLit); ok {
			k, _ = strconv.Atoi(lit.Value)
			continue
		}
		args = append(args, r.value(r.place(a, names)))
	}
	n := &node{kind: nodeProduct}
	switch method.Sel.Name {
	case "Mul":
		n.pairs = []pair{{args[0], args[1]}}
	case "Sqr":
		n.pairs = []pair{{args[0], args[0]}}
	case "Mul2":
		n.pairs = []pair{{args[0], args[1]}, {args[2], args[3]}}
	case "MulSqr":
		n.pairs = []pair{{args[0], args[1]}, {args[2], args[2]}}
	case "SqrAdd":
		n.pairs = []pair{{args[0], args[0]}}
		n.plus = []term{{n: args[1]}}
	case "Add":
		n.kind, n.args = nodeAdd, args
	case "Sub":
		n.kind, n.args = nodeSub, args
	case "Neg":
		n.kind, n.args = nodeNeg, args
	case "Half":
		n.kind, n.args = nodeHalf, args
	case "MulInt":
		n.kind, n.args, n.k = nodeTimes, args, k
	case "Set":
		n = args[0]
	default:
		fail("a method that formulas do not have: %s", method.Sel.Name)
	}
	if len(n.uses) == 0 && method.Sel.Name != "Set" {
		r.order = append(r.order, n)
	}
	r.values[r.place(method.X, names)] = n
}

// operands are all nodes that n reads, once for each time.
func (n *node) operands() []*node {
	all := append([]*node(nil), n.args...)
	for _, p := range n.pairs {
		all = append(all, p.a, p.b)
	}
	for _, t := range n.plus {
		all = append(all, t.n)
	}
	return all
}

// countUses finds out who uses what, and drops from the order what nobody uses.
func (f *formula) countUses() {
	live := map[*node]bool{}
	var visit func(*node)
	visit = func(n *node) {
		if live[n] {
			return
		}
		live[n], n.uses = true, nil
		for _, o := range n.operands() {
			visit(o)
		}
	}
	for _, n := range f.outputs {
		visit(n)
	}
	kept := f.order[:0]
	for _, n := range f.order {
		if live[n] {
			kept = append(kept, n)
		}
	}
	f.order = kept
	for _, n := range f.order {
		for _, o := range n.operands() {
			o.uses = append(o.uses, n)
		}
	}
	for _, n := range f.outputs {
		n.uses = append(n.uses, nil)
	}
}

// simplify moves sums into the columns of products, where they cost less or nothing:
//
//	a b + c, a b - c   c joins the columns, if the product has no other use
//	c - a b            the same, if a or b has a negative at hand
//	a^2 + (t + t)      t is added before the doubling of a square's columns
//	3a / 2             is a + a/2
//	(-a) b             is -(a b), so that a is carried once if it is a factor elsewhere too
func (f *formula) simplify() {
	for changed := true; changed; {
		changed = false
		f.countUses()
		for _, n := range f.order {
			if f.simplifyNode(n) {
				changed = true
				break
			}
		}
	}
	for place := range f.negated {
		if n := f.inputs[place]; n != nil && n.k != -1 && len(n.uses) > 0 {
			fail("%s does not occur where its negative serves", place)
		}
	}
}

func (n *node) single(kind nodeKind) bool { return n.kind == kind && len(n.uses) == 1 }

func (f *formula) simplifyNode(n *node) bool {
	become := func(product *node, t term) bool {
		n.kind, n.args = nodeProduct, nil
		n.pairs, n.plus = product.pairs, append(append([]term(nil), product.plus...), t)
		return true
	}
	switch n.kind {
	case nodeAdd:
		for i := range 2 {
			if n.args[i].single(nodeProduct) {
				return become(n.args[i], term{n: n.args[1-i]})
			}
		}
	case nodeSub:
		if n.args[0].single(nodeProduct) {
			return become(n.args[0], term{n: n.args[1], negative: true})
		}
		if p := n.args[1]; p.single(nodeProduct) && len(p.pairs) == 1 && len(p.plus) == 0 &&
			f.negate(p) {
			return become(p, term{n: n.args[0]})
		}
	case nodeHalf:
		// 3a/2 = a + a/2
		if a := n.args[0]; a.single(nodeTimes) && a.k == 3 {
			half := &node{kind: nodeHalf, args: a.args}
			*a = *half
			n.kind, n.args = nodeAdd, []*node{half.args[0], a}
			return true
		}
	case nodeProduct:
		if len(n.pairs) == 1 && len(n.plus) == 0 && n.pairs[0].a != n.pairs[0].b {
			p := &n.pairs[0]
			for _, factor := range []**node{&p.a, &p.b} {
				if minus := *factor; minus.single(nodeNeg) {
					*factor = minus.args[0]
					*minus = node{kind: nodeProduct, pairs: n.pairs}
					*n = node{kind: nodeNeg, args: []*node{minus}}
					return true
				}
			}
		}
		for i, t := range n.plus {
			if t.negative || t.twice || !t.n.single(nodeAdd) {
				continue
			}
			a, b := t.n.args[0], t.n.args[1]
			n.plus = append(append([]term(nil), n.plus[:i]...), n.plus[i+1:]...)
			if a == b {
				n.plus = append(n.plus, term{n: a, twice: true})
			} else {
				n.plus = append(n.plus, term{n: a}, term{n: b})
			}
			return true
		}
	}
	return false
}

// negate makes n its negative if that costs nothing, and tells so.
func (f *formula) negate(n *node) bool {
	if len(n.uses) != 1 {
		return false
	}
	switch {
	case n.kind == nodeInput && f.negated[n.name] && n.k == 0:
		n.k = -1
		return true
	case n.kind == nodeProduct && len(n.pairs) == 1 && len(n.plus) == 0 &&
		n.pairs[0].a != n.pairs[0].b:
		return f.negate(n.pairs[0].a) || f.negate(n.pairs[0].b)
	}
	return false
}

// dropNegation makes the output at this place, a negation, what it negates.
func (f *formula) dropNegation(place string) {
	n := f.outputs[place]
	if n.kind != nodeNeg {
		fail("%s is no negation", place)
	}
	f.outputs[place] = n.args[0]
	f.countUses()
}

// fail ends the work on a file; Files returns the error.
func fail(format string, args ...any) { panic(fmt.Errorf("lanes: "+format, args...)) }

// caught, deferred, makes a failure the error.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = r.(error)
	}
}
